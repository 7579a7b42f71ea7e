extern double __enzyme_autodiff(void *, ...);
extern int enzyme_dup;

static double f(double x)
{
    return x + 1;
}

double second(double x)
{
    return __enzyme_autodiff((void *)f, enzyme_dup, x, 1.0); /* enzcc-error: dup-by-value */
}
