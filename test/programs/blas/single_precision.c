/* CBLAS and Fortran routines in float: results, factors and gradients by value. */
#include "oracle.h"
#include <cblas.h>

extern float snrm2_(const int *n, const float *x, const int *incx);
extern int enzyme_dup, enzyme_out, enzyme_const;
extern float __enzyme_autodiff_float(void *, ...);

static float f(const float *x, float factor, int n)
{
    float y[4] = {1, 2, 3, 4};
    cblas_sscal(n, factor, y, 1);
    cblas_saxpy(n, factor, x, 1, y, 1);
    return cblas_sdot(n, x, 1, y, 1) + snrm2_(&n, x, &(int){1});
}

int main(void)
{
    float x[4] = {0.5f, -1, 2, 0.25f}, dx[4] = {0}, factor = 0.75f;
    float df =
        __enzyme_autodiff_float((void *)f, enzyme_dup, x, dx, enzyme_out, factor, enzyme_const, 4);
    float norm = cblas_snrm2(4, x, 1), xc = 0.5f - 2 + 6 + 1;
    for (int i = 0; i < 4; i++)
        CHECK_FLOAT(dx[i], factor * (float)(i + 1) + 2 * factor * x[i] + x[i] / norm);
    CHECK_FLOAT(df, xc + norm * norm);
    return oracle_result();
}
