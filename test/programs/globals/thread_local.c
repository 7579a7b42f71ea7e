/* A thread-local variable behaves like any global. */
#include "oracle.h"

static _Thread_local double slot[2];

static double f(double x)
{
    slot[0] = x * x;
    slot[1] = slot[0] * x;
    slot[0] += slot[1];
    return slot[0];
}

int main(void)
{
    ORACLE_SCALAR_IS(f, 1.5, 3 + 3 * 2.25);
    return oracle_result();
}
