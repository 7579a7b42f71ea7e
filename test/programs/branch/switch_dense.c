/* A dense switch with default. */
#include "oracle.h"

static double apply(int op, double x, double y)
{
    switch (op) {
    case 0: return x + y;
    case 1: return x - y;
    case 2: return x * y;
    case 3: return x / y;
    case 4: return x * x;
    default: return y * y * y;
    }
}

static double f(const double *x, int n)
{
    double s = 0;
    for (int op = 0; op < 7; op++)
        s += (op + 1) * apply(op, x[0], x[1]);
    return s;
}

int main(void)
{
    const double x[2] = {1.5, -0.8};
    const double want[2] = {1 + 2 + 3 * x[1] + 4 / x[1] + 10 * x[0],
                            1 - 2 + 3 * x[0] - 4 * x[0] / (x[1] * x[1]) + 13 * 3 * x[1] * x[1]};
    ORACLE_GRADIENT_IS(f, x, 2, want);
    return oracle_result();
}
