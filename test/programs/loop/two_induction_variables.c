/* Two indices moving at different speeds and an early meeting point. */
#include "oracle.h"

static double f(const double *x, int n)
{
    double s = 0;
    int slow = 0, fast = 0;
    do {
        s += x[slow] * x[fast] + s * 0.1;
        slow = (slow + 1) % n;
        fast = (fast + 2) % n;
    } while (slow != fast);
    return s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.7, -1.3, 2, -0.4, 1.5, 0.3, 0.9}), 7);
    return oracle_result();
}
