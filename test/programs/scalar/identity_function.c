/* Returning the argument itself. */
#include "oracle.h"

static double f(double x)
{
    return x;
}

int main(void)
{
    ORACLE_SCALAR_IS(f, 3.0, 1);
    return oracle_result();
}
