/* Two values that exchange roles each iteration. */
#include "oracle.h"

static double f(double x, double y)
{
    double a = x, b = y;
    for (int i = 0; i < 9; i++) {
        double next = a * 0.5 + b * b * 0.3;
        a = b;
        b = next;
    }
    return a * b;
}

int main(void)
{
    ORACLE_SCALAR2(f, 0.8, 0.9);
    return oracle_result();
}
