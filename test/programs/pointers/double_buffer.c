/* Diffusion with two buffers whose pointers are swapped after each step; the result may be in
 * either. */
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

static void f(double *x, int n)
{
    double *now = malloc((size_t)n * sizeof *now), *next = malloc((size_t)n * sizeof *next);
    memcpy(now, x, (size_t)n * sizeof *now);
    for (int step = 0; step < 5; step++) {
        for (int i = 0; i < n; i++) {
            int l = i ? i - 1 : n - 1, r = i + 1 < n ? i + 1 : 0;
            next[i] = now[i] + 0.1 * now[i] * (now[l] - 2 * now[i] + now[r]);
        }
        double *t = now;
        now = next;
        next = t;
    }
    memcpy(x, now, (size_t)n * sizeof *now);
    free(now);
    free(next);
}

int main(void)
{
    const double x[6] = {0.2, 0.8, -0.9, 0.7, 1.3, 0.4};

    ORACLE_INPLACE(f, x, 6);
    return oracle_result();
}
