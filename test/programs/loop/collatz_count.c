/* An integer loop of unpredictable length drives a floating-point recurrence. */
#include "oracle.h"

static double f(double x, double y)
{
    double r = x;
    for (long k = 27; k != 1;) {
        if (k % 2) {
            k = 3 * k + 1;
            r = r * 0.9 + y;
        } else {
            k /= 2;
            r = r + 0.01 * r * y;
        }
    }
    return r;
}

int main(void)
{
    ORACLE_SCALAR2(f, 1.0, 0.2);
    return oracle_result();
}
