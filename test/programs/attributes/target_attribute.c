/* Functions compiled for another instruction set or optimisation level than their callers. */
#include "oracle.h"

#if defined(__x86_64__)
__attribute__((target("avx2,fma"))) static double with_avx(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] * x[i] * x[i];
    return s;
}
#else
#define with_avx plain
#endif
__attribute__((optnone, noinline)) static double plain(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] * x[i] * x[i];
    return s;
}
__attribute__((minsize)) static double small(const double *x, int n)
{
    return x[0] * x[n - 1];
}

static int has_avx(void)
{
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
    return 0;
#endif
}

static double f(const double *x, int n)
{
    return (has_avx() ? with_avx(x, n) : plain(x, n)) * small(x, n) + plain(x, n);
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){1.5, -0.5, 2, 0.7}), 4);
    return oracle_result();
}
