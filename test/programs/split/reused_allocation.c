/* A tape used twice: memory from calloc inside is read before it is written, and must not remember
 * the first reverse call. */
#include "oracle.h"
#include <math.h>
#include <stdlib.h>

extern int enzyme_nofree;
void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

static double histogram(const double *x, int n)
{
    double **rows = malloc(3 * sizeof *rows), s = 0;
    for (int r = 0; r < 3; r++)
        rows[r] = calloc(2, sizeof **rows);
    for (int i = 0; i < n; i++)
        rows[i % 3][i % 2] += x[i] * x[i];
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 2; c++)
            s += sin(rows[r][c]);
    for (int r = 0; r < 3; r++)
        free(rows[r]);
    free(rows);
    return s;
}

int main(void)
{
    double x[7] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7}, dx[7] = {0}, want[7];
    void *t = __enzyme_augmentfwd((void *)histogram, enzyme_dup, x, dx, enzyme_const, 7);
    for (int round = 1; round <= 3; round++) {
        __enzyme_reverse((void *)histogram, enzyme_dup, x, dx, enzyme_const, 7, 1.0, t,
                         enzyme_nofree);
        GRADIENT(histogram, x, want, 7);
        for (int i = 0; i < 7; i++)
            CHECK(dx[i], round * want[i]);
    }
    __enzyme_reverse((void *)histogram, enzyme_dup, x, dx, enzyme_const, 7, 0.0, t);
    return oracle_result();
}
