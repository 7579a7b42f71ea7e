/* A dot product and a norm that fast math may vectorise. */
#include <math.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    double dot = 0, norm = 0;
    for (int i = 0; i < n; i++) {
        dot += x[i] * x[n - 1 - i];
        norm += x[i] * x[i];
    }
    return dot / sqrt(norm);
}

int main(void)
{
    double x[17];
    oracle_random(x, 17, 3);
    ORACLE_GRADIENT(f, x, 17);
    return oracle_result();
}
