/* enzcc-text: Cannot cast */
extern void __enzyme_autodiff(void *, ...);
extern int enzyme_dup;

static void f(double *x)
{
    x[0] *= x[0];
}

int main(void)
{
    double x = 2, dx = 1;
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx); /* enzcc-error: arg-type */
    return (int)x;
}
