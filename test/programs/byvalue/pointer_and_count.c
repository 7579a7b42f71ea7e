/* A slice (pointer and length) by value with a shadow slice. */
#include "oracle.h"

struct slice {
    double *data;
    long count;
};

static double f(struct slice s)
{
    double r = 0;
    for (long i = 0; i < s.count; i++)
        r += s.data[i] * s.data[i];
    return r;
}

int main(void)
{
    double x[3] = {1, 2, 3}, dx[3] = {0};
    struct slice s = {x, 3}, d = {dx, 3};

    __enzyme_autodiff((void *)f, enzyme_dup, s, d);
    CHECK_ARRAY(dx, ((double[]){2, 4, 6}), 3);
    CHECK(__enzyme_fwddiff((void *)f, enzyme_dup, s, d), 4 + 16 + 36);
    return oracle_result();
}
