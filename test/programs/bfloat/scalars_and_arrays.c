/* __bf16 in the middle of computations and as storage. Its conversions are in compiler-rt, older
 * versions of libgcc lack them. */
#include "oracle.h"

typedef __bf16 bf;

static float f(float x)
{
    bf h = (bf)x, k = h * h + (bf)0.5f;
    float wide = (float)k * x;
    return wide + (float)(h / (bf)2);
}

/* weights kept in bf16, sums in float */
static float layer(const float *x, int n)
{
    bf w[4][4], h[4];
    float sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            w[i][j] = (bf)(x[i] * (float)(j + 1));
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int j = 0; j < n; j++)
            s += (float)w[i][j] * x[j];
        h[i] = (bf)s;
    }
    for (int i = 0; i < n; i++)
        sum += (float)h[i];
    return sum;
}

int main(void)
{
    float x = 0.75f; /* exact in bf16: (x^2 + 1/2) x + x/2 */
    CHECK_TOL(__enzyme_autodiff_exact_f((void *)f, x), 3 * x * x + 1, 1e-2);
    CHECK_TOL(__enzyme_fwddiff_exact_f((void *)f, x, 1), 3 * x * x + 1, 1e-2);

    /* (x0 + x1)(x0 + 2 x1), with small integers all exact */
    float v[2] = {3, 2}, dv[2] = {0}, direction[2] = {1, -1};
    __enzyme_autodiff((void *)layer, enzyme_dup, v, dv, enzyme_const, 2);
    CHECK_TOL(dv[0], 2 * 3 + 3 * 2, 1e-2);
    CHECK_TOL(dv[1], 3 * 3 + 4 * 2, 1e-2);
    CHECK_TOL(__enzyme_fwddiff_f((void *)layer, enzyme_dup, v, direction, enzyme_const, 2), 12 - 17,
              1e-2);
    return oracle_result();
}
