/* enzcc-text: Cannot cast */
extern double __enzyme_autodiff(void *, ...);

static double f(double x)
{
    return x * x;
}

int main(void)
{
    double x = 2;
    return (int)__enzyme_autodiff((void *)f, &x); /* enzcc-error: arg-type */
}
