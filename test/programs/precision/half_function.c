/* _Float16 as argument and result, without and with library functions in float. */
#include <math.h>
#include "oracle.h"

extern _Float16 __enzyme_autodiff_h(void *, _Float16);
extern _Float16 __enzyme_fwddiff_h(void *, _Float16, _Float16);

static _Float16 f(_Float16 x)
{
    return x * x * x - (_Float16)2 * x;
}
static _Float16 g(_Float16 x)
{
    return (_Float16)sinf((float)x) * x;
}

int main(void)
{
    _Float16 x = 0.75f;
    double v = (double)x;
    CHECK_TOL((double)__enzyme_autodiff_h((void *)f, x), 3 * v * v - 2, 5e-3);
    CHECK_TOL((double)__enzyme_fwddiff_h((void *)f, x, 1), 3 * v * v - 2, 5e-3);
    CHECK_TOL((double)__enzyme_autodiff_h((void *)g, x), sin(v) + v * cos(v), 5e-3);
    CHECK_TOL((double)__enzyme_fwddiff_h((void *)g, x, 1), sin(v) + v * cos(v), 5e-3);
    return oracle_result();
}
