/* Pointers with a flag in the lowest bit, cleared before use. */
#include <stdint.h>
#include <stdlib.h>
#include "oracle.h"

static double *untag(uintptr_t p)
{
    return (double *)(p & ~(uintptr_t)1);
}

static double f(const double *x, int n)
{
    uintptr_t *cells = malloc((size_t)n * sizeof *cells);
    double s = 0;
    for (int i = 0; i < n; i++) {
        double *v = malloc(sizeof *v);
        *v = x[i] * x[i];
        cells[i] = (uintptr_t)v | (uintptr_t)(x[i] < 0);
    }
    for (int i = 0; i < n; i++)
        s += (cells[i] & 1 ? 2 : 1) * *untag(cells[i]) * *untag(cells[(i + 1) % n]);
    for (int i = 0; i < n; i++)
        free(untag(cells[i]));
    free(cells);
    return s;
}

int main(void)
{
    const double x[4] = {0.9, -0.3, 1.9, 0.7};

    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
