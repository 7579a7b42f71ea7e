/* Numbers copied byte by byte in a way that no optimiser makes a copy of memory. */
#include <stdlib.h>

extern double __enzyme_autodiff(void *, ...);
extern int enzyme_dup, enzyme_const;

static double f(const double *x, int n)
{
  volatile char *to = malloc((size_t)n * sizeof *x);
  const char *from = (const char *)x;
  double sum = 0;
  for (int i = 0; i < n * 8; i++)
    to[i] = from[i]; /* enzcc-error: unsupported */
  for (int i = 0; i < n; i++)
    sum += ((const double *)to)[i];
  free((void *)to);
  return sum;
}

int main(void)
{
  double x[2] = {1, 2}, dx[2] = {0};
  __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, 2);
  return 0;
}
