/* The shadow is a number, the parameter a pointer. */
extern void __enzyme_fwddiff(void *, ...);
extern int enzyme_dup;

static void f(double *x)
{
    x[0] *= x[0];
}

int main(void)
{
    double x = 2;
    __enzyme_fwddiff((void *)f, enzyme_dup, &x, 1.0); /* enzcc-error: arg-type */
    return (int)x;
}
