/* Custom rules are not obeyed yet: ignoring them could change a derivative. */
extern double __enzyme_autodiff(void *, ...);

__attribute__((annotate("enzyme_inactive"), noinline)) double twice(double x) /* enzcc-error: unsupported */
{
  return 2 * x;
}

static double f(double x) { return twice(x) * x; }

int main(void)
{
  return __enzyme_autodiff((void *)f, 3.0) > 0;
}
