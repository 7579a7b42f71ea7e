/* A variadic function of the user's that receives active values. */
#include <stdarg.h>

extern double __enzyme_autodiff(void *, ...);

__attribute__((noinline)) static double sum(int n, ...)
{
  va_list args;
  double s = 0;
  va_start(args, n);
  for (int i = 0; i < n; i++)
    s += va_arg(args, double);
  va_end(args);
  return s;
}

static double f(double x)
{
  return sum(2, x, x * x); /* enzcc-error: unsupported */
}

int main(int argc, char **argv)
{
  (void)argv;
  return (int)__enzyme_autodiff((void *)f, (double)argc);
}
