/* Two loops, the inner one carrying a product across rows. */
#include "oracle.h"

static double f(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        double p = x[i];
        for (int j = 0; j < 4; j++)
            p = p * x[j] + 0.1 * j;
        s += p * p;
    }
    return s;
}

int main(void)
{
    const double x[5] = {0.9, 1.1, -0.7, 0.8, 1.3};
    ORACLE_GRADIENT(f, x, 5);
    return oracle_result();
}
