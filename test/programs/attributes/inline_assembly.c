/* Inline assembly that carries no numbers: barriers, pauses, cycle counters. */
#include "oracle.h"

#define BARRIER() __asm__ volatile("" ::: "memory")

static unsigned long ticks(void)
{
#if defined(__x86_64__)
    unsigned lo, hi;
    __asm__ volatile("rdtsc" : "=a"(lo), "=d"(hi));
    return (unsigned long)hi << 32 | lo;
#else
    return 0;
#endif
}
static inline void relax(void)
{
#if defined(__x86_64__)
    __asm__ volatile("pause" ::: "memory");
#endif
}
static inline int hide(int v)
{
    __asm__("" : "+r"(v));
    return v;
}

static double f(const double *x, int n)
{
    double s = 0, y[4];
    unsigned long begin = ticks();
    for (int i = 0; i < n; i++) {
        y[i] = x[i] * x[i];
        BARRIER();
        relax();
        s += y[i] * x[hide(n - 1 - i)];
    }
    __sync_synchronize();
    return ticks() >= begin ? s : s + 1;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){1.5, -0.5, 2, 0.7}), 4);
    return oracle_result();
}
