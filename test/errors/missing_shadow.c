/* enzcc-text: missing argument shadow at index */
extern void __enzyme_autodiff(void *, ...);
extern int enzyme_const, enzyme_dup;

static void f(int n, double *x)
{
    x[0] *= x[1] * n;
}

int main(void)
{
    double x[2] = {2, 3};
    /* enzcc-error: missing-shadow */
    __enzyme_autodiff((void *)f, enzyme_const, 2, enzyme_dup, x);
    return (int)x[0];
}
