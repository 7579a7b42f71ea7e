// A variadic function is called where an exception would run a destructor.
#include "oracle.h"
#include <cstdarg>
#include <vector>

__attribute__((noinline)) static double last(int before, ...)
{
    va_list list;
    va_start(list, before);
    double r = 0;
    while (before-- > 0)
        r = va_arg(list, double);
    va_end(list);
    return r;
}

static double objective(const double *x, int n)
{
    std::vector<double> kept(x, x + n);
    double s = 0;
    for (int i = 0; i < n; i++)
        s += kept[i] * last(2, 0.5, kept[n - 1 - i] * x[0]);
    return s;
}

int main()
{
    const double x[3] = {1.5, -0.25, 0.75};
    ORACLE_GRADIENT(objective, x, 3);
    return oracle_result();
}
