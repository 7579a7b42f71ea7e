/* An unmarked pointer is duplicated and needs a shadow. */
extern void __enzyme_autodiff(void *, ...);

static void f(double *x)
{
    x[0] *= x[1];
}

int main(void)
{
    double x[2] = {2, 3};
    __enzyme_autodiff((void *)f, x); /* enzcc-error: missing-shadow */
    return (int)x[0];
}
