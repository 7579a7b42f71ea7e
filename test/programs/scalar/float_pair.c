/* Two floats in, their two gradients out as a pair of floats. */
#include "oracle.h"

extern struct two_floats __enzyme_autodiff_pair(void *, float, float);
extern float __enzyme_fwddiff_pair(void *, float, float, float, float);

static float f(float x, float y)
{
    return x * y * y + x;
}

int main(void)
{
    struct two_floats g = __enzyme_autodiff_pair((void *)f, 3.0f, 2.0f);

    CHECK_FLOAT(g.x, 5);
    CHECK_FLOAT(g.y, 12);
    CHECK_FLOAT(__enzyme_fwddiff_pair((void *)f, 3.0f, 1.0f, 2.0f, 0.0f), 5);
    CHECK_FLOAT(__enzyme_fwddiff_pair((void *)f, 3.0f, 0.0f, 2.0f, 1.0f), 12);
    return oracle_result();
}
