/* A buffer that is freed on one of several ways out, early or late. */
#include <math.h>
#include <stdlib.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    double *best = malloc(sizeof *best), s = 0;
    *best = x[0];
    for (int i = 1; i < n; i++) {
        double *candidate = malloc(sizeof *candidate);
        *candidate = x[i] * x[i - 1];
        if (fabs(*candidate) > fabs(*best)) {
            free(best);
            best = candidate;
        } else {
            s += *candidate * *best;
            free(candidate);
        }
        if (s > 1.5) {
            double r = s * *best;
            free(best);
            return r;
        }
    }
    s += *best * *best;
    free(best);
    return s;
}

int main(void)
{
    const double x[6] = {0.2, 0.8, -0.9, 1.7, 0.3, 0.6}, y[6] = {1.2, 1.8, 0.3, 1.7, 0.3, 0.6};

    ORACLE_GRADIENT(f, x, 6);
    ORACLE_GRADIENT(f, y, 6);
    return oracle_result();
}
