/* An argument without influence gets gradient zero. */
#include "oracle.h"

static double f(double x, double y)
{
    return x * x;
}

int main(void)
{
    ORACLE_SCALAR2_IS(f, 3.0, 100.0, 6, 0);
    return oracle_result();
}
