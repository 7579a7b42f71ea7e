/* A variadic function that reads a struct which is aligned to more bytes than each of its numbers:
 * a call passes it like two numbers, of which nothing says where in memory they are. */
#include <stdarg.h>

extern double __enzyme_autodiff(void *, ...);

struct pair {
    double a, b;
} __attribute__((aligned(16)));

__attribute__((noinline)) static double sum(int n, ...)
{
    va_list args;
    va_start(args, n);
    double first = va_arg(args, double);
    struct pair p = va_arg(args, struct pair);
    va_end(args);
    return first + p.a * 10 + p.b * 100;
}

static double f(double x)
{
    struct pair p = {x * x, x * x * x};
    return sum(2, x, p); /* enzcc-error: unsupported */
}

int main(int argc, char **argv)
{
    (void)argv;
    return (int)__enzyme_autodiff((void *)f, (double)argc);
}
