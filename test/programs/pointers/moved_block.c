/* Addresses in a block move along with it: what they lead to then is the new block, although no
 * pointer to it was ever stored. */
#include "oracle.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static double by_difference(const double *x, int n)
{
    double *old = malloc((size_t)n * sizeof *old), *fresh, r = 0;
    uintptr_t *at = malloc((size_t)n * sizeof *at);
    for (int i = 0; i < n; i++) {
        old[i] = x[i] * (i + 2);
        at[i] = (uintptr_t)(old + i);
    }
    fresh = malloc((size_t)n * sizeof *fresh);
    memcpy(fresh, old, (size_t)n * sizeof *fresh);
    for (int i = 0; i < n; i++)
        at[i] = at[i] + ((uintptr_t)fresh - (uintptr_t)old);
    free(old);
    for (int i = 0; i < n; i++)
        r += *(double *)at[i] * x[n - 1 - i];
    free(fresh);
    free(at);
    return r;
}

/* The block grows: old and new one come from the same place. */
static double grows(const double *x, int n)
{
    double *all = NULL, r = 0;
    double **at = malloc((size_t)n * sizeof *at);
    for (int k = 0; k < n; k++) {
        double *fresh = malloc((size_t)(k + 1) * sizeof *fresh);
        if (k)
            memcpy(fresh, all, (size_t)k * sizeof *fresh);
        for (int i = 0; i < k; i++)
            at[i] = fresh + (at[i] - all);
        fresh[k] = x[k] * x[k];
        at[k] = &fresh[k];
        free(all);
        all = fresh;
        for (int i = 0; i <= k; i++)
            r += *at[i] * (i + 1);
    }
    free(all);
    free(at);
    return r;
}

int main(void)
{
    const double x[] = {0.3, -0.8, 1.2, 0.5};
    double dx[4] = {0};
    __enzyme_autodiff((void *)by_difference, enzyme_dup, x, dx, enzyme_const, 4);
    for (int i = 0; i < 4; i++)
        CHECK(dx[i], x[3 - i] * (i + 2) + x[3 - i] * (5 - i));
    ORACLE_GRADIENT(grows, x, 4);
    return oracle_result();
}
