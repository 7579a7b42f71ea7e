/* A global reached by name and through a pointer argument of an inner function. */
#include "oracle.h"

static double cell[2];

static void bump(double *p, double by)
{
    *p += by * cell[0];
}

static double f(double x, double y)
{
    cell[0] = x;
    cell[1] = y;
    bump(&cell[1], x);
    bump(&cell[0], y);
    return cell[0] * cell[1];
}

int main(void)
{
    /* c1 = y + x^2; c0 = x + x y */
    double x = 0.7, y = 1.9, c1 = y + x * x, c0 = x + x * y;
    ORACLE_SCALAR2_IS(f, x, y, (1 + y) * c1 + c0 * 2 * x, x * c1 + c0);
    return oracle_result();
}
