/* Independent errors are all reported by one link. */
extern double __enzyme_autodiff(void *, ...);
extern double __enzyme_fwddiff(void *, ...);
extern int enzyme_dup, enzyme_out, enzyme_konst;

static double f(double x)
{
    return x * x;
}
static double g(double x, double y)
{
    return x * y;
}

int main(void)
{
    double s = 0;
    s += __enzyme_autodiff((void *)f, enzyme_dup, 2.0, 1.0); /* enzcc-error: dup-by-value */
    s += __enzyme_fwddiff((void *)f, enzyme_out, 2.0);       /* enzcc-error: out-forward */
    s += __enzyme_autodiff((void *)g, 2.0);                  /* enzcc-error: too-few-args */
    /* enzcc-error: unknown-marker */
    s += __enzyme_autodiff((void *)g, enzyme_konst, 2.0, 3.0);
    s += __enzyme_autodiff((void *)g, 2.0, 3.0);
    return (int)s;
}
