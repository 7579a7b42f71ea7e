/* The rule of a BLAS routine frees what it kept: the tape of a function that calls it cannot be used twice. */
extern void *__enzyme_augmentfwd(void *, ...);
extern void __enzyme_reverse(void *, ...);
extern int enzyme_dup, enzyme_const, enzyme_nofree;
double cblas_ddot(int n, const double *x, int incx, const double *y, int incy);

static double f(const double *x, int n) { return cblas_ddot(n, x, 1, x, 1); }

int main(void)
{
  double x[2] = {1, 2}, dx[2] = {0, 0};
  void *t = __enzyme_augmentfwd((void *)f, enzyme_dup, x, dx, enzyme_const, 2);
  __enzyme_reverse((void *)f, enzyme_dup, x, dx, enzyme_const, 2, 1.0, t, enzyme_nofree); /* enzcc-error: unsupported */
  return 0;
}
