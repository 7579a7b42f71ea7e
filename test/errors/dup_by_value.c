/* enzcc-text: use enzyme_out or pass a pointer */
extern double __enzyme_autodiff(void *, ...);
extern int enzyme_dup;

static double f(double x)
{
    return x * x;
}

int main(void)
{
    /* enzcc-error: dup-by-value */
    return (int)__enzyme_autodiff((void *)f, enzyme_dup, 2.0, 1.0);
}
