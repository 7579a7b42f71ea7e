/* The second half has no primal result; markers of split mode mean nothing elsewhere. */
extern double __enzyme_reverse(void *, ...);
extern double __enzyme_autodiff(void *, ...);
extern void *__enzyme_augmentfwd(void *, ...);
extern int enzyme_primal_return, enzyme_nofree;

static double f(double x)
{
    return x * x;
}

int main(void)
{
    void *t = __enzyme_augmentfwd((void *)f, 3.0);
    /* enzcc-error: primal-return-split */
    double a = __enzyme_reverse((void *)f, enzyme_primal_return, 3.0, 1.0, t);
    /* enzcc-error: unsupported-marker */
    double b = __enzyme_autodiff((void *)f, enzyme_nofree, 3.0);
    return a + b > 0;
}
