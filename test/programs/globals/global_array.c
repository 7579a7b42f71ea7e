/* A global work array shared by two functions. */
#include "oracle.h"

static double work[8];

static void fill(const double *x, int n)
{
    for (int i = 0; i < 8; i++)
        work[i] = x[i % n] * (i + 1);
}

static double fold(void)
{
    double s = 0;
    for (int i = 1; i < 8; i++) {
        work[i] += work[i - 1] * work[i] * 0.1;
        s += work[i];
    }
    return s;
}

static double f(const double *x, int n)
{
    fill(x, n);
    return fold() * work[0];
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.3, 0.4}), 3);
    return oracle_result();
}
