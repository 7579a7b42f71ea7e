/* A struct of a double and an int by value. */
#include "oracle.h"

struct scaled {
    double value;
    int power;
};

static double f(struct scaled s)
{
    double r = 1;
    for (int i = 0; i < s.power; i++)
        r *= s.value;
    return r;
}

int main(void)
{
    struct scaled s = {2, 3}, d = {1, 0};

    CHECK(__enzyme_autodiff((void *)f, s), 12);
    CHECK(__enzyme_fwddiff((void *)f, enzyme_dup, s, d), 12);
    return oracle_result();
}
