/* A small layer with weights in half precision and a sum in float: gradients of the weights are
 * half, too. */
#include "oracle.h"

static float layer(const _Float16 *w, const float *x, int n)
{
    float s = 0;
    for (int i = 0; i < n; i++)
        s += (float)w[i] * x[i];
    return s > 0 ? s * s : 0.01f * s;
}

int main(void)
{
    _Float16 w[4] = {0.5f, -0.25f, 1, 0.125f}, dw[4] = {0};
    float x[4] = {1, 2, 0.5f, -1}, dx[4] = {0}, s = 0;
    for (int i = 0; i < 4; i++)
        s += (float)w[i] * x[i];
    __enzyme_autodiff_f((void *)layer, enzyme_dup, w, dw, enzyme_dup, x, dx, enzyme_const, 4);
    for (int i = 0; i < 4; i++) {
        CHECK_TOL((float)dw[i], 2 * s * x[i], 1e-3);
        CHECK_TOL(dx[i], 2 * s * (float)w[i], 1e-3);
    }
    _Float16 tw[4] = {1, 0, 0, 1};
    float tx[4] = {0, 1, 0, 0};
    CHECK_TOL(
        __enzyme_fwddiff_f((void *)layer, enzyme_dup, w, tw, enzyme_dup, x, tx, enzyme_const, 4),
        2 * s * (x[0] + x[3] + (float)w[1]), 1e-3);
    return oracle_result();
}
