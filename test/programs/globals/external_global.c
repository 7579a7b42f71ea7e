/* The same with a global of external linkage that main reads afterwards. */
#include "oracle.h"

double level = 1;

static double f(double y)
{
    level = y * y;
    level += y;
    return level * level;
}

int main(void)
{
    ORACLE_SCALAR_IS(f, 2.0, 2 * 6 * 5);
    level = 0;
    __enzyme_autodiff((void *)f, 3.0);
    CHECK(level, 12);
    return oracle_result();
}
