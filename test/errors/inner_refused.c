/* A derivative call inside another's function is refused: that is the one error. */
extern double __enzyme_autodiff(void *, ...);
extern double __enzyme_fwddiff(void *, ...);
extern int enzyme_bogus;

static double h(double x)
{
    return x * x;
}

static double g(double x)
{
    /* enzcc-error: unknown-marker */
    return x * __enzyme_autodiff((void *)h, enzyme_bogus, x);
}

int main(int argc, char **argv)
{
    (void)argv;
    return (int)__enzyme_fwddiff((void *)g, (double)argc, 1.0);
}
