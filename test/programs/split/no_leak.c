/* After the second half nothing is left on the heap: neither the tape, nor what loops and callees
 * put there, nor memory that the function allocated and freed. */
#include "oracle.h"
#include <math.h>
#include <stdlib.h>

void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

__attribute__((noinline)) static double smooth(const double *x, int n)
{
    double *w = malloc((size_t)n * sizeof *w), s = 0;
    for (int i = 0; i < n; i++)
        w[i] = sin(x[i]) * (i ? w[i - 1] : 1);
    for (int i = 0; i < n; i++)
        s += w[i] * w[n - 1 - i];
    free(w);
    return s;
}

static double f(const double *x, int n)
{
    double s = 0;
    for (int k = 1; k <= n; k++)
        s += smooth(x, k) * k;
    return s;
}

enum { N = 12 };

static void use(const double *x, double *dx)
{
    void *t = __enzyme_augmentfwd((void *)f, enzyme_dup, x, dx, enzyme_const, N);
    __enzyme_reverse((void *)f, enzyme_dup, x, dx, enzyme_const, N, 1.0, t);
}

int main(void)
{
    double x[N], dx[N] = {0}, want[N];
    for (int i = 0; i < N; i++)
        x[i] = 1 + 0.01 * i;
    for (int i = 0; i < 20; i++)
        use(x, dx);
    size_t before = oracle_heap_in_use();
    for (int i = 0; i < 200; i++)
        use(x, dx);
    /* The C library may keep a few freed blocks; a leak costs 32 bytes a call. */
    CHECK_THAT(oracle_heap_in_use() < before + 1024);
    GRADIENT(f, x, want, N);
    for (int i = 0; i < N; i++)
        CHECK(dx[i], 220 * want[i]);
    return oracle_result();
}
