/* Single precision throughout. */
#include "oracle.h"

static float f(float x)
{
    return x * x * 2.0f - 3.0f / x + -x;
}

int main(void)
{
    float x = 1.25f;
    ORACLE_FLOAT_IS(f, x, 4 * x + 3 / (x * x) - 1);
    return oracle_result();
}
