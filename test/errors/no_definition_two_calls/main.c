/* Each call of a function without derivative is an error of its own. */
extern double __enzyme_autodiff(void *, ...);
extern double mystery(double);

static double f(double x, double y)
{
    double a = mystery(x);     /* enzcc-error: no-definition */
    double b = mystery(y + a); /* enzcc-error: no-definition */
    return a * b;
}

int main(void)
{
    return (int)__enzyme_autodiff((void *)f, 2.0, 3.0);
}
