/* Members that the function does not touch may be NULL in the shadow struct. */
#include "oracle.h"

struct state {
    double *x;
    int *index;        /* integers need no shadow */
    const char *label; /* neither do strings */
    double *unused;
    double total;
};

static double f(struct state *s, int n)
{
    s->total = 0;
    for (int i = 0; i < n; i++)
        s->total += s->x[s->index[i]] * s->x[i] * (s->label[i] - 'a');
    return s->total;
}

int main(void)
{
    double x[3] = {1, 2, 3}, dx[3] = {0}, unused[1] = {5};
    int index[3] = {2, 0, 1};
    struct state s = {x, index, "bcd", unused, 0}, ds = {dx, NULL, NULL, NULL, 0};

    __enzyme_autodiff((void *)f, enzyme_dup, &s, &ds, enzyme_const, 3);
    /* 1 x2 x0 + 2 x0 x1 + 3 x1 x2 */
    CHECK_ARRAY(dx, ((double[]){3 + 4, 2 + 9, 1 + 6}), 3);
    CHECK(s.total, 3 + 4 + 18);
    ds = (struct state){dx, NULL, NULL, NULL, 0};
    dx[0] = 1, dx[1] = dx[2] = 0;
    CHECK(__enzyme_fwddiff((void *)f, enzyme_dup, &s, &ds, enzyme_const, 3), 7);
    return oracle_result();
}
