/* Two units miss different functions; both are reported by one link. */
extern double __enzyme_autodiff(void *, ...);
extern double mystery(double), other(double);

static double f(double x)
{
    return other(x) + mystery(x); /* enzcc-error: no-definition */
}

int main(void)
{
    return (int)__enzyme_autodiff((void *)f, 2.0);
}
