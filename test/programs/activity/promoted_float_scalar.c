/* The simplest variadic call on a float function. */
#include "oracle.h"

static float f(float x)
{
    return x * x * x;
}

int main(void)
{
    CHECK_FLOAT(__enzyme_autodiff_f((void *)f, 2.0f), 12);
    CHECK_FLOAT(__enzyme_fwddiff_f((void *)f, 2.0f, 1.0f), 12);
    return oracle_result();
}
