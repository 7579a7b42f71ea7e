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

int main(void)
{
    double at[2] = {1, 2};
    _Atomic double *p = (_Atomic double *)__enzyme_todense((void *)load, (void *)store, at);
    /* enzcc-error: virtual-use */
    return (int)*p;
}
