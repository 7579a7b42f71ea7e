/* enzcc-text: Cannot cast */
extern void __enzyme_autodiff(void *, ...);
extern int enzyme_const;

static void f(const double *w, double *x)
{
    x[0] *= w[0];
}

int main(int argc, char **argv)
{
    (void)argv;
    double x[1] = {2}, dx[1] = {1};
    __enzyme_autodiff((void *)f, enzyme_const, argc, x, dx); /* enzcc-error: arg-type */
    return (int)x[0];
}
