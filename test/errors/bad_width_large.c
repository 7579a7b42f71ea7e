/* One direction more than a call may have. */
extern void __enzyme_autodiff(void *, ...);
extern int enzyme_width, enzyme_dupv;

static double f(const double *x)
{
    return *x * *x;
}

int main(void)
{
    static double x = 3, dx[257];
    /* enzcc-error: bad-width */
    __enzyme_autodiff((void *)f, enzyme_width, 257, enzyme_dupv, sizeof *dx, &x, dx);
    return 0;
}
