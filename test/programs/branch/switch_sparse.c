/* Case labels far apart, negative, and ranges. */
#include "oracle.h"

static double f(const double *x, int n)
{
    const int keys[5] = {-1000000, 7, 123456789, 55, 3};
    double s = 0;
    for (int i = 0; i < n; i++) {
        switch (keys[i]) {
        case -1000000: s += x[i]; break;
        case 7: s += 2 * x[i] * x[i]; break;
        case 50 ... 60: s *= x[i]; break;
        case 123456789: s -= x[i] * x[0]; break;
        default: s += 1 / x[i];
        }
    }
    return s;
}

int main(void)
{
    const double x[5] = {1, 2, 3, 4, 5};
    /* s = (x0 + 2 x1^2 - x2 x0) x3 + 1/x4 */
    const double want[5] = {-8, 32, -4, 1 + 8 - 3, -1 / 25.0};
    ORACLE_GRADIENT_IS(f, x, 5, want);
    return oracle_result();
}
