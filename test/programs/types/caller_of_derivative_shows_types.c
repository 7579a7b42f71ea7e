/* Functions that only copy, in a program with floats and doubles: what the arrays hold is known
 * where the derivative is called. */
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

__attribute__((noinline)) static void copy(void *to, const void *from, size_t n)
{
    memcpy(to, from, n);
}
__attribute__((noinline)) static void move_up(char *at, size_t size, int n)
{
    memmove(at + size, at, (size_t)n * size);
}

static void fill(double *x, int n, double from)
{
    for (int i = 0; i < n; i++)
        x[i] = from + i;
}

int main(void)
{
    double x[3] = {1, 2, 3}, y[3], dx[3] = {0.5, 1, 2}, dy[3] = {0.25, 4, 8};
    __enzyme_autodiff((void *)copy, enzyme_dup, (void *)y, (void *)dy, enzyme_dup, (const void *)x,
                      (void *)dx, enzyme_const, sizeof x);
    CHECK_ARRAY(dx, ((double[]){0.75, 5, 10}), 3);
    CHECK_ARRAY(dy, ((double[]){0, 0, 0}), 3);

    float u[3] = {1, 2, 3}, v[3], du[3] = {0.5f, 1, 2}, dv[3] = {0.25f, 4, 8};
    __enzyme_autodiff((void *)copy, enzyme_dup, (void *)v, (void *)dv, enzyme_dup, (const void *)u,
                      (void *)du, enzyme_const, sizeof u);
    CHECK_THAT(du[0] == 0.75f && du[1] == 5 && du[2] == 10 && dv[0] == 0 && dv[1] == 0 &&
               dv[2] == 0);

    double *h = malloc(5 * sizeof *h), *dh = malloc(5 * sizeof *dh);
    fill(h, 5, 1);
    fill(dh, 5, 0.5);
    __enzyme_autodiff((void *)move_up, enzyme_dup, (char *)h, (char *)dh, enzyme_const, sizeof *h,
                      enzyme_const, 3);
    CHECK_ARRAY(h, ((double[]){1, 1, 2, 3, 5}), 5);
    CHECK_ARRAY(dh, ((double[]){2, 2.5, 3.5, 0, 4.5}), 5);
    free(h);
    free(dh);
    return oracle_result();
}
