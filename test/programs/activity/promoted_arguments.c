/* Default argument promotions in variadic calls are undone: float, short, char, bool. */
#include <stdbool.h>
#include "oracle.h"

static float f(float x, short k, char c, bool b, float y)
{
    return b ? x * x * k + y * c : x;
}

int main(void)
{
    struct two_floats g;
    extern struct two_floats __enzyme_autodiff_promoted(void *, ...);

    g = __enzyme_autodiff_promoted((void *)f, 3.0f, (short)2, (char)5, (bool)1, 7.0f);
    CHECK_FLOAT(g.x, 12);
    CHECK_FLOAT(g.y, 5);
    CHECK_FLOAT(__enzyme_fwddiff_f((void *)f, 3.0f, 1.0f, (short)2, (char)5, (bool)1, 7.0f, 2.0f),
                12 + 10);
    return oracle_result();
}
