/* Three loops with carried values on every level. */
#include "oracle.h"

static double f(const double *x, int n)
{
    double a = 1;
    for (int i = 0; i < n; i++) {
        double b = a;
        for (int j = 0; j < 3; j++) {
            double c = b * 0.5;
            for (int k = j; k < n; k++)
                c = c * x[k] + x[i];
            b += c * c * 0.01;
        }
        a = b;
    }
    return a;
}

int main(void)
{
    const double x[4] = {0.9, -0.4, 1.2, 0.7};
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
