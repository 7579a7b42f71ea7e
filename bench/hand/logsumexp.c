/*
 * Gradient of logsumexp, written by hand: the exponentials of the sum are kept
 * in the gradient and divided by the sum.
 */
#include "../problems/unverified.h"
#include "../suite.h"

#include <math.h>

static void softmax(int n, const double *restrict v, double *restrict out)
{
    double largest = v[0], sum = 0.0;

    for (int i = 1; i < n; i++)
        if (v[i] > largest)
            largest = v[i];
    for (int i = 0; i < n; i++) {
        out[i] = exp(v[i] - largest);
        sum += out[i];
    }
    double scale = 1.0 / sum;
    for (int i = 0; i < n; i++)
        out[i] *= scale;
}

void logsumexp_hand(const void *problem, double *gradient)
{
    const struct synthetic *s = problem;

    softmax(s->sizes[0], s->parameters, gradient);
}
