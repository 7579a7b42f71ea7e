/* A global whose address is a dup argument: uses by name share that shadow. */
#include "oracle.h"

static double state[2], dstate[2];

static void f(double *s, double x)
{
    s[0] = s[0] * x;
    state[1] = state[0] * s[1];
}

int main(void)
{
    double dx;

    state[0] = 2, state[1] = 5;
    dstate[0] = 0, dstate[1] = 1;
    dx = __enzyme_autodiff((void *)f, enzyme_dup, state, dstate, 3.0);
    /* s1' = s0 x s1 */
    CHECK(state[0], 6);
    CHECK(state[1], 30);
    CHECK(dx, 2 * 5);
    CHECK_ARRAY(dstate, ((double[]){15, 6}), 2);
    return oracle_result();
}
