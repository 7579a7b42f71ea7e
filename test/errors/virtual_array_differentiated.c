#include <stddef.h>
double *__enzyme_todense(void *, void *, ...);

static double load(size_t offset, double *at)
{
    return at[offset / sizeof(double)];
}
static void store(double value, size_t offset, double *at)
{
    at[offset / sizeof(double)] = value;
}

extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
static void square(double *x)
{
    double at[1] = {*x};
    /* enzcc-error: no-definition */
    double *p = __enzyme_todense((void *)load, (void *)store, at);
    *x = p[0] * p[0];
}
int main(void)
{
    double x = 3, dx = 1;
    __enzyme_autodiff((void *)square, enzyme_dup, &x, &dx);
    return 0;
}
