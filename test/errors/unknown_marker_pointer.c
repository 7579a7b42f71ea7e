/* The address of a marker counts as the marker. */
extern double __enzyme_fwddiff(void *, ...);
extern int enzyme_constant, enzyme_dup;

static double f(double x, double y)
{
    return x * y;
}

int main(void)
{
    /* enzcc-error: unknown-marker */
    return (int)__enzyme_fwddiff((void *)f, &enzyme_dup, 2.0, 1.0, &enzyme_constant, 3.0);
}
