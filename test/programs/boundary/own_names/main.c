/* Static functions and variables of the program with the names of a library's, exported or not, and
 * a weak function that both define: the program's counts, as when it runs. */
#include "oracle.h"

double measure(double x);

static double scale = 100;
static double helper(double x)
{
    return scale * x;
}
static double exported_helper(double x)
{
    return scale * x * x;
}
__attribute__((weak)) double common(double x)
{
    return 11 * x;
}

static double f(double x)
{
    return measure(x) + helper(x) + exported_helper(x) + common(x);
}

int main(void)
{
    CHECK(f(3), 2 * 3 + 4 * 9 + 11 * 3 + 300 + 900 + 33);
    ORACLE_SCALAR(f, 3.0);
    scale = 200;
    ORACLE_SCALAR(f, 3.0);
    return oracle_result();
}
