/* Two float lanes returned as a pair of floats. */
#include "oracle.h"

extern struct two_floats __enzyme_fwddiff_lanes(void *, int, int, float, float, float);

static float f(float x)
{
    return x * x;
}

int main(void)
{
    struct two_floats r = __enzyme_fwddiff_lanes((void *)f, enzyme_width, 2, 3.0f, 1.0f, 10.0f);

    CHECK_FLOAT(r.x, 6);
    CHECK_FLOAT(r.y, 60);
    return oracle_result();
}
