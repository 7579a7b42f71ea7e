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

int main(int argc, char **argv)
{
    double at[2] = {1, 2}, real[2] = {3, 4};
    double *p = __enzyme_todense((void *)load, (void *)store, at);
    /* enzcc-error: virtual-use */
    double *q = argc > 1 ? p : real;
    return (int)q[0];
}
