/* Errors of three units and of two kinds of phase, all in one run. */
extern double __enzyme_autodiff(void *, ...);
extern double second(double), third(double), mystery(double);

static double f(double x)
{
    return mystery(x) * x; /* enzcc-error: no-definition */
}

int main(void)
{
    return (int)(__enzyme_autodiff((void *)f, 2.0) + second(1.0) + third(2.0));
}
