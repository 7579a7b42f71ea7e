/* A single-precision polynomial with reciprocal and square root. */
#include <math.h>
#include "oracle.h"

static float f(float x)
{
    float r = 1 / sqrtf(x);
    return r * r * r + x * (x * (x * 0.5f + 2) - 1);
}

int main(void)
{
    double x = 1.3;
    ORACLE_FLOAT_IS(f, 1.3f, -1.5 * pow(x, -2.5) + 1.5 * x * x + 4 * x - 1);
    return oracle_result();
}
