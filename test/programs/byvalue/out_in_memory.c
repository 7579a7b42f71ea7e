/* enzyme_out on structs that C passes in memory: their gradients are returned with the others. */
#include "oracle.h"

extern int enzyme_active_return;

struct large {
    double a[3];
    int n;
    float f;
};
struct gradients {
    double x;
    struct large s;
    double y;
};
struct lanes {
    double x[2];
    struct large s[2];
};
struct with_primal {
    struct large primal;
    struct large s;
    double by;
};

static double f(double x, struct large s, double y)
{
    s.a[0] *= x; /* the copy */
    return s.a[0] * s.a[s.n] + y * s.f;
}

static struct large scaled(struct large s, double by)
{
    struct large r = {{s.a[0] * by, s.a[1] * by * by, 7}, 3, s.f};
    return r;
}

struct gradients __enzyme_autodiff_gradients(void *, int, double, int, struct large, int, double);
struct lanes __enzyme_autodiff_lanes(void *, ...);
struct with_primal __enzyme_autodiff_primal(void *, int, int, int, struct large, int, double);

int main(void)
{
    struct large s = {{2, 3, 5}, 2, 0.5f};
    struct gradients g =
        __enzyme_autodiff_gradients((void *)f, enzyme_out, 7.0, enzyme_out, s, enzyme_out, 11.0);
    CHECK(g.x, 10);
    CHECK(g.s.a[0], 35);
    CHECK(g.s.a[1], 0);
    CHECK(g.s.a[2], 14);
    CHECK_FLOAT(g.s.f, 11);
    CHECK(g.y, 0.5);
    CHECK(s.a[0], 2);

    /* Two adjoints at once, both with the seed 1. */
    struct lanes l = __enzyme_autodiff_lanes((void *)f, enzyme_width, 2, enzyme_out, 7.0,
                                             enzyme_out, s, enzyme_const, 11.0);
    CHECK(l.x[0] + 100 * l.x[1], 1010);
    CHECK(l.s[0].a[2] + 100 * l.s[1].a[2], 1414);

    /* A result in memory with the seed 1 in each number. */
    struct with_primal p = __enzyme_autodiff_primal(
        (void *)scaled, enzyme_active_return, enzyme_primal_return, enzyme_out, s, enzyme_out, 3.0);
    CHECK(p.primal.a[1], 27);
    CHECK_THAT(p.primal.n == 3);
    CHECK(p.s.a[0] + 100 * p.s.a[1], 903);
    CHECK_FLOAT(p.s.f, 1);
    CHECK(p.by, 2 + 3 * 6);
    return oracle_result();
}
