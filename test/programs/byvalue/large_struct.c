/* A struct passed in memory is dup: its shadow is the caller's object. */
#include "oracle.h"

struct large {
    double v[4];
    int k;
};

static double f(struct large p)
{
    double s = 0;
    for (int i = 0; i < 4; i++)
        s += p.v[i] * p.v[i] * p.k;
    p.v[0] = 7;
    return s + p.v[0];
}

int main(void)
{
    struct large p = {{1, 2, 3, 4}, 2}, d = {{0}, 0};

    __enzyme_autodiff((void *)f, enzyme_dup, p, d);
    CHECK_ARRAY(d.v, ((double[]){4, 8, 12, 16}), 4);
    CHECK(p.v[0], 1);
    d = (struct large){{1, 0, 0, 10}, 0};
    CHECK(__enzyme_fwddiff((void *)f, enzyme_dup, p, d), 4 + 160);
    return oracle_result();
}
