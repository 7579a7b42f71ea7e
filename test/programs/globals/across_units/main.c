/* A global defined in one unit, written in a second and read in a third. */
#include "oracle.h"
#include "shared.h"

static double f(double x)
{
    store(x * x);
    return fetch() * x + setting;
}

int main(void)
{
    /* 2 x^2 x + 2 x^2 */
    ORACLE_SCALAR_IS(f, 2.0, 32);
    f(2.0);
    CHECK(setting, 8);
    return oracle_result();
}
