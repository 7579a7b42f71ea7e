/* A variadic accumulator of type void: what it adds up comes back through a global. */
#include <stdarg.h>
#include "oracle.h"

static double total;
static void add(int count, ...)
{
    va_list args;
    va_start(args, count);
    while (count-- > 0)
        total += va_arg(args, double);
    va_end(args);
}

static double f(double x)
{
    total = 0;
    add(2, x * x, 3 * x);
    add(1, x);
    return total * x;
}

int main(void)
{
    ORACLE_SCALAR_IS(f, 2.0, 3 * 4 + 8 * 2.0);
    return oracle_result();
}
