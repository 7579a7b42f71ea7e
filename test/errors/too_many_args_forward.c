/* A shadow behind an inactive argument. */
extern double __enzyme_fwddiff(void *, ...);
extern int enzyme_const, enzyme_dup;

static double f(double x, double y)
{
    return x * y;
}

int main(void)
{
    /* enzcc-error: too-many-args */
    return (int)__enzyme_fwddiff((void *)f, enzyme_dup, 2.0, 1.0, enzyme_const, 3.0, 0.0);
}
