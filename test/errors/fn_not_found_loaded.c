/* The function operand is loaded from memory that anybody may have changed. */
extern double __enzyme_autodiff(void *, ...);

static double square(double x) { return x * x; }
static double cube(double x) { return x * x * x; }

double (*volatile chosen)(double) = square;

int main(int argc, char **argv)
{
  (void)argv;
  if (argc > 1)
    chosen = cube;
  double g = __enzyme_autodiff((void *)chosen, 3.0); /* enzcc-error: fn-not-found */
  return g == 6.0;
}
