/* A float function that computes in double inside. */
#include "oracle.h"

static float f(float x)
{
    double d = x;
    d = d * d * d;
    return (float)(d / 4.0);
}

int main(void)
{
    ORACLE_FLOAT_IS(f, 2.0f, 3.0f);
    return oracle_result();
}
