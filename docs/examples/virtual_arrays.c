#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
void __enzyme_fwddiff(void *, ...);
double *__enzyme_todense(void *load, void *store, ...);

/* A ring of springs. */
static double energy(const double *x, int n)
{
    double e = 0;
    for (int i = 0; i < n; i++) {
        double d = x[(i + 1) % n] - x[i];
        e += d * d * d / 6;
    }
    return e;
}
static void gradient(const double *x, double *g, int n)
{
    __enzyme_autodiff((void *)energy, enzyme_dup, x, g, enzyme_const, n);
}

/* Direction k: 1 at k, and 0 elsewhere. It is only read. */
static double direction_load(size_t offset, int k)
{
    return offset / sizeof(double) == (size_t)k ? 1 : 0;
}
static void direction_store(double value, size_t offset, int k)
{
    abort();
}

/* Column k of the Hessian: what is added to it is printed. */
static double column_load(size_t offset, int k)
{
    return 0;
}
static void column_store(double value, size_t offset, int k)
{
    if (value != 0)
        printf("  [%zu][%d] %g", offset / sizeof(double), k, value);
}

int main(void)
{
    enum { N = 4 };
    double x[N] = {1, 3, 6, 10}, g[N] = {0};
    for (int k = 0; k < N; k++) {
        double *dx = __enzyme_todense((void *)direction_load, (void *)direction_store, k);
        double *dg = __enzyme_todense((void *)column_load, (void *)column_store, k);
        __enzyme_fwddiff((void *)gradient, enzyme_dup, x, dx, enzyme_dup, g, dg, enzyme_const, N);
        printf("\n");
    }
}
