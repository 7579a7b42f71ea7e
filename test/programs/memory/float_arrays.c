/* Arrays of float, accumulated in double. */
#include "oracle.h"

static double f(const float *x, const float *w, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += (double)(x[i] * x[i]) * w[i];
    return s;
}

int main(void)
{
    float x[4] = {1, -2, 3, 0.5f}, w[4] = {2, 4, 0.5f, 1}, dx[4] = {0}, dw[4] = {0};

    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_dup, w, dw, enzyme_const, 4);
    for (int i = 0; i < 4; i++) {
        CHECK_FLOAT(dx[i], 2 * x[i] * w[i]);
        CHECK_FLOAT(dw[i], x[i] * x[i]);
    }
    return oracle_result();
}
