/*
 * Gradients of the chains, written by hand.
 *
 * The vectors between the products are kept. The backward sweep reads each
 * matrix once, row by row: the row's adjoint and the row's part of the adjoint
 * of the vector are made in the same pass.
 */
#include "../problems/unverified.h"
#include "../suite.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static void multiply(int n, const double *restrict a, const double *restrict v,
                     double *restrict out)
{
    for (int i = 0; i < n; i++) {
        double sum = 0.0;
        for (int j = 0; j < n; j++)
            sum += a[i * n + j] * v[j];
        out[i] = sum;
    }
}

/* da = d_out v^T, dv = a^T d_out */
static void multiply_adjoint(int n, const double *restrict a, const double *restrict v,
                             const double *restrict d_out, double *restrict da, double *restrict dv)
{
    memset(dv, 0, (size_t)n * sizeof *dv);
    for (int i = 0; i < n; i++) {
        double d = d_out[i];
        for (int j = 0; j < n; j++) {
            da[i * n + j] = d * v[j];
            dv[j] += d * a[i * n + j];
        }
    }
}

static void gradient_of(const struct synthetic *s, bool squash, double *gradient)
{
    int depth = s->sizes[0], n = s->sizes[1];
    size_t bytes = (size_t)n * sizeof(double);
    double *v = malloc((size_t)(depth + 3) * bytes);
    double *dv = v + (depth + 1) * n, *next = dv + n;

    memcpy(v, s->parameters + depth * n * n, bytes);
    for (int l = 0; l < depth; l++) {
        double *out = v + (l + 1) * n;
        multiply(n, &s->parameters[l * n * n], v + l * n, out);
        for (int i = 0; squash && i < n; i++)
            out[i] = tanh(out[i]);
    }
    memcpy(dv, v + depth * n, bytes);
    for (int l = depth - 1; l >= 0; l--) {
        const double *out = v + (l + 1) * n;
        for (int i = 0; squash && i < n; i++)
            dv[i] *= 1.0 - out[i] * out[i];
        multiply_adjoint(n, &s->parameters[l * n * n], v + l * n, dv, &gradient[l * n * n], next);
        double *old = dv;
        dv = next;
        next = old;
    }
    memcpy(gradient + depth * n * n, dv, bytes);
    free(v);
}

void chain_hand(const void *problem, double *gradient)
{
    gradient_of(problem, false, gradient);
}

void tanh_chain_hand(const void *problem, double *gradient)
{
    gradient_of(problem, true, gradient);
}
