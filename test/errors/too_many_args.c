extern double __enzyme_autodiff(void *, ...);

static double f(double x)
{
    return x * x;
}

int main(void)
{
    return (int)__enzyme_autodiff((void *)f, 2.0, 3.0); /* enzcc-error: too-many-args */
}
