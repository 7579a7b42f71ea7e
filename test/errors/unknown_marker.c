/* The nearest known marker is suggested.
 * enzcc-text: illegal enzyme metadata classification
 * enzcc-text: nearest known marker */
extern void __enzyme_autodiff(void *, ...);
extern int enzyme_dub;

static void f(double *x)
{
    x[0] *= x[0];
}

int main(void)
{
    double x = 2, dx = 1;
    __enzyme_autodiff((void *)f, enzyme_dub, &x, &dx); /* enzcc-error: unknown-marker */
    return (int)x;
}
