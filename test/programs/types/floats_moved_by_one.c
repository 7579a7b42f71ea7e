/* Floats that the differentiated function only moves, beside doubles that it computes with: they
 * are no doubles. */
#include <string.h>
#include "oracle.h"

static double shift(float *x, double *y, int n)
{
    memmove(x, x + 1, 2 * sizeof *x);
    return y[0] * y[n];
}

static double shift_more(float *x, double *y, int n)
{
    memmove(x + 1, x, (size_t)n * sizeof *x);
    memcpy(x + 4, x + 1, 2 * sizeof *x);
    return y[0] * y[1];
}

int main(void)
{
    float x[6] = {1, 2, 3, 4, 5, 6}, dx[6] = {0.25f, -0.5f, 0.75f, 1, 2, 3};
    double y[2] = {5, 6}, dy[2] = {0};
    __enzyme_autodiff((void *)shift, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, 1);
    CHECK_THAT(x[0] == 2 && x[1] == 3 && x[2] == 3);
    CHECK_THAT(dx[0] == 0 && dx[1] == 0.25f && dx[2] == 0.25f && dx[3] == 1);
    CHECK_ARRAY(dy, ((double[]){6, 5}), 2);

    float z[6] = {1, 2, 3, 4, 5, 6}, dz[6] = {0.25f, -0.5f, 0.75f, 1, 2, 3};
    __enzyme_autodiff((void *)shift_more, enzyme_dup, z, dz, enzyme_dup, y, dy, enzyme_const, 3);
    CHECK_THAT(z[1] == 1 && z[3] == 3 && z[4] == 1 && z[5] == 2);
    CHECK_THAT(dz[0] == 0.25f - 0.5f + 2 && dz[1] == 0.75f + 3 && dz[2] == 1 && dz[3] == 0 &&
               dz[4] == 0 && dz[5] == 0);

    float v[6] = {1, 2, 3, 4, 5, 6}, dv[6] = {0.25f, -0.5f, 0.75f, 1, 2, 3};
    __enzyme_fwddiff((void *)shift_more, enzyme_dup, v, dv, enzyme_dup, y, dy, enzyme_const, 3);
    CHECK_THAT(dv[0] == 0.25f && dv[1] == 0.25f && dv[2] == -0.5f && dv[3] == 0.75f &&
               dv[4] == 0.25f && dv[5] == -0.5f);
    return oracle_result();
}
