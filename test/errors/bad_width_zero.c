extern double __enzyme_fwddiff(void *, ...);
extern int enzyme_width, enzyme_dup;

static double f(double x)
{
    return x * x;
}

int main(void)
{
    /* enzcc-error: bad-width */
    return (int)__enzyme_fwddiff((void *)f, enzyme_width, 0, enzyme_dup, 2.0);
}
