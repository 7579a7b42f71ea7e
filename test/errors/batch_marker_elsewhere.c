/* enzcc-text: marker enzyme_vector has no meaning for __enzyme_fwddiff */
extern int enzyme_vector;
extern double __enzyme_fwddiff(void *, ...);

static double f(double x)
{
    return x * x;
}

int main(void)
{
    /* enzcc-error: unsupported-marker */
    return (int)__enzyme_fwddiff((void *)f, enzyme_vector, 1.0, 2.0);
}
