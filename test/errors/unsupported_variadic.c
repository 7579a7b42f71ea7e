/* A variadic function that receives active values beside a type whose place among the arguments is
 * not known. */
#include <stdarg.h>

extern double __enzyme_autodiff(void *, ...);

__attribute__((noinline)) static double sum(int n, ...)
{
    va_list args;
    double s = 0;
    va_start(args, n);
    __int128 wide = va_arg(args, __int128);
    for (int i = 0; i < n; i++)
        s += va_arg(args, double);
    va_end(args);
    return wide ? s : 0;
}

static double f(double x)
{
    return sum(2, (__int128)1, x, x * x); /* enzcc-error: unsupported */
}

int main(int argc, char **argv)
{
    (void)argv;
    return (int)__enzyme_autodiff((void *)f, (double)argc);
}
