/* A pair of floats as result and as tangent. */
#include "oracle.h"

extern struct two_floats __enzyme_fwddiff_floats(void *, float, float);

static struct two_floats f(float x)
{
    return (struct two_floats){x * x, 3 * x};
}

int main(void)
{
    struct two_floats t = __enzyme_fwddiff_floats((void *)f, 2.0f, 1.0f);

    CHECK_FLOAT(t.x, 4);
    CHECK_FLOAT(t.y, 3);
    return oracle_result();
}
