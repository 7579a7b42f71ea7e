/* A struct of two floats travels in one register. */
#include "oracle.h"

static float f(struct two_floats p)
{
    return p.x * p.x * p.y;
}

int main(void)
{
    extern struct two_floats __enzyme_autodiff_floats(void *, struct two_floats);
    struct two_floats g = __enzyme_autodiff_floats((void *)f, (struct two_floats){3, 5});

    CHECK_FLOAT(g.x, 30);
    CHECK_FLOAT(g.y, 9);
    return oracle_result();
}
