/* A histogram with linear weights: scattered += at indices from data. */
#include <math.h>
#include "oracle.h"

enum { BINS = 5 };

static double f(const double *x, int n)
{
    double bin[BINS] = {0}, s = 0;
    for (int i = 0; i < n; i++) {
        double at = x[i] * (BINS - 1);
        int low = (int)floor(at);
        bin[low] += 1 - (at - low);
        bin[low + 1] += at - low;
    }
    for (int i = 0; i < BINS; i++)
        s += bin[i] * bin[i] * (i + 1);
    return s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.1, 0.33, 0.4, 0.77, 0.9, 0.62, 0.11}), 7);
    return oracle_result();
}
