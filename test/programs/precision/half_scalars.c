/* _Float16 in the middle of a computation in float. */
#include <math.h>
#include "oracle.h"

static float f(float x)
{
    _Float16 h = (_Float16)x, k = h * h + (_Float16)0.5f;
    float wide = (float)k * x;
    return wide + (float)(h / (_Float16)2);
}

int main(void)
{
    float x = 0.75f; /* exact in half: (x^2 + 1/2) x + x/2 */
    CHECK_TOL(__enzyme_autodiff_exact_f((void *)f, x), 3 * x * x + 1, 1e-3);
    CHECK_TOL(__enzyme_fwddiff_exact_f((void *)f, x, 1), 3 * x * x + 1, 1e-3);
    return oracle_result();
}
