/* An allocator interface: malloc and free behind function pointers in a struct. */
#include <stdlib.h>
#include "oracle.h"

struct allocator {
    void *(*allocate)(size_t);
    void (*release)(void *);
};

static double *tripled(const struct allocator *a, const double *x, int n)
{
    double *y = a->allocate((size_t)(3 * n) * sizeof *y);
    for (int i = 0; i < 3 * n; i++)
        y[i] = x[i / 3] * (i % 3 + 1);
    return y;
}

static double f(const double *x, int n)
{
    struct allocator a = {malloc, free};
    double *y = tripled(&a, x, n), s = 0;
    for (int i = 1; i < 3 * n; i++)
        s += y[i] * y[i - 1];
    a.release(y);
    return s;
}

int main(void)
{
    const double x[4] = {0.9, -0.8, 0.6, 0.7};

    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
