/* Four ways out of one loop, each with its own result. */
#include "oracle.h"

static double f(const double *x, int n)
{
    double s = 1, r;
    int i = 0;
    for (;; i++) {
        if (i == n) {
            r = s;
            break;
        }
        if (x[i] > 9)
            return x[0] * 2;
        s *= x[i];
        if (s > 20) {
            r = s * s;
            break;
        }
        if (s < -20) {
            r = -s + x[0];
            break;
        }
        s += 0.5;
    }
    return r + x[n - 1];
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){2, 1.5, 1.2}), 3);
    ORACLE_GRADIENT(f, ((const double[]){2, 5, 4}), 3);
    ORACLE_GRADIENT(f, ((const double[]){2, -5, 4}), 3);
    double g[3];
    GRADIENT(f, ((const double[]){3, 10, 4}), g, 3);
    CHECK_ARRAY(g, ((const double[]){2, 0, 0}), 3);
    return oracle_result();
}
