/* A callee that only exists as native code.
 * enzcc-text: No reverse pass found for mystery */
extern double __enzyme_autodiff(void *, ...);
extern double mystery(double);

static double f(double x)
{
    double y = x * x;
    return mystery(y); /* enzcc-error: no-definition */
}

int main(void)
{
    return (int)__enzyme_autodiff((void *)f, 2.0);
}
