/* +=, -=, *=, /= and the increments on doubles. */
#include "oracle.h"

static double f(double x)
{
    double r = x;
    r += x * x;
    r *= x;
    r -= 2 * x;
    r /= x + 1;
    r++;
    --x;
    r += x--;
    return r + x;
}

int main(void)
{
    /* (x^2 + x^3 - 2x)/(x+1) + 1 + (x-1) + (x-2) */
    double x = 1.3, top = x * x + x * x * x - 2 * x;
    ORACLE_SCALAR_IS(f, x, (2 * x + 3 * x * x - 2) / (x + 1) - top / ((x + 1) * (x + 1)) + 2);
    return oracle_result();
}
