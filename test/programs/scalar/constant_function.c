/* A constant result has derivative zero. */
#include "oracle.h"

static double f(double x)
{
    return 42;
}

int main(void)
{
    ORACLE_SCALAR_IS(f, 3.0, 0);
    return oracle_result();
}
