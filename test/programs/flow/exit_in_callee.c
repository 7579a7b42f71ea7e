/* Callees that may call exit, abort or assert; the reverse sweep must skip what never returned. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "oracle.h"

static double checked(double v, const char *what)
{
    if (isnan(v)) {
        fprintf(stderr, "%s is not a number\n", what);
        exit(EXIT_FAILURE);
    }
    assert(v == v && "again");
    return v;
}

static int usage(void)
{
    fputs("usage\n", stderr);
    abort();
}

static double pivot(const double *a, int n, int k)
{
    if (n <= 0)
        return usage();
    double p = a[k * n + k];
    if (fabs(p) < 1e-12)
        _Exit(3);
    return checked(p, "pivot");
}

/* log |det| by elimination */
static double f(const double *x, int n)
{
    double a[9], s = 0;
    for (int i = 0; i < 9; i++)
        a[i] = checked(x[i] * (1 + x[i]), "entry");
    for (int k = 0; k < 3; k++) {
        double p = pivot(a, 3, k);
        for (int i = k + 1; i < 3; i++)
            for (int j = 2; j >= k; j--)
                a[i * 3 + j] -= a[i * 3 + k] / p * a[k * 3 + j];
        s += log(fabs(p));
    }
    return s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){2, 0.3, 0.1, -0.2, 1.5, 0.4, 0.6, -0.1, 1.2}), 9);
    return oracle_result();
}
