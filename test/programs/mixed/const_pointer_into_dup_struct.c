/* An enzyme_const array is entered into a struct that is dup, and read and written through it. */
#include "oracle.h"

struct view {
    double *at;
    double scale;
};

static double f(struct view *v, double *scratch, const double *x, int n)
{
    v->at = scratch;
    v->scale = x[0] * x[1];
    double s = 0;
    for (int i = 0; i < n; i++)
        s += v->at[i] * v->scale * x[i];
    return s;
}

int main(void)
{
    double scratch[3] = {2, 3, 5}, x[3] = {1, 2, 3}, dx[3] = {0};
    struct view v = {0}, dv = {0};

    __enzyme_autodiff((void *)f, enzyme_dup, &v, &dv, enzyme_const, scratch, enzyme_dup, x, dx,
                      enzyme_const, 3);
    /* x0 x1 (2 x0 + 3 x1 + 5 x2) */
    CHECK_ARRAY(dx, ((double[]){2 * 23 + 2 * 2, 23 + 2 * 3, 2 * 5}), 3);
    CHECK_ARRAY(scratch, ((double[]){2, 3, 5}), 3);
    return oracle_result();
}
