/* Values written for others to see, through pointers the derivative never got,
 * take no part in it; nor does memory passed as constant. */
#include <stdlib.h>
#include "oracle.h"

struct scratch {
    double *values;
};

static double *history;
static const double *weights;
static int steps;

static double f(double x)
{
    double y = x;
    for (int i = 0; i < 4; i++) {
        y = y * weights[i] + x;
        history[steps++ % 8] = y;
    }
    return y;
}

/* The derivative through s is dropped by request. */
static double with_scratch(double x, struct scratch *s, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        s->values[i] = x * x;
    for (int i = 0; i < n; i++)
        sum += s->values[n - 1 - i] * x;
    return sum;
}

int main(void)
{
    static const double w[4] = {1, 2, 3, 4};
    double values[4] = {0};
    struct scratch s = {values};

    history = malloc(8 * sizeof *history);
    weights = w;
    CHECK(__enzyme_autodiff((void *)f, 2.0), 24 + 24 + 12 + 4 + 1);
    CHECK(__enzyme_fwddiff((void *)f, 2.0, 1.0), 24 + 24 + 12 + 4 + 1);
    CHECK(history[7], 130);
    CHECK(__enzyme_autodiff((void *)with_scratch, 3.0, enzyme_const, &s, enzyme_const, 4), 36);
    free(history);
    return oracle_result();
}
