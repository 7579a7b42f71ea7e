/* Random program of seed 2287.  It uses:
 *   earlyret   return before the end
 *   global     global variables
 *   integer    integer code
 *   unit2      a second translation unit
 *   width      forward mode of width 2
 * Units: compile with -DUNIT=1 and -DUNIT=2, or once without. */
#define _GNU_SOURCE
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct node {
    double value;
    struct node *next;
};
union bits {
    double d;
    uint64_t u;
};
extern double g1_;
extern double g2_;
extern double g3_[4];

#if UNIT != 2
#include "fuzz_check.h"

double objective(double *x5_, double *x6_, double *x7_, int n)
{
    if (((n ^ n) & 31) == 0) {
        return g2_;
    }
    return (0.37 * g1_ * g3_[n % 4]) + g1_ + g1_;
}

struct args {
    double x5_[4];
    double x6_[2];
    double x7_[5];
    int unused;
};

static void put(struct args *a, const double *v, int ints)
{
    memset(a, 0, sizeof *a), (void)ints;
    for (int i = 0; i < 4; i++)
        a->x5_[i] = v[0 + i];
    for (int i = 0; i < 2; i++)
        a->x6_[i] = v[4 + i];
    for (int i = 0; i < 5; i++)
        a->x7_[i] = v[6 + i];
}

static void get(const struct args *a, double *v)
{
    (void)a;
    for (int i = 0; i < 4; i++)
        v[0 + i] = a->x5_[i];
    for (int i = 0; i < 2; i++)
        v[4 + i] = a->x6_[i];
    for (int i = 0; i < 5; i++)
        v[6 + i] = a->x7_[i];
}

static void reset_globals(void)
{
    g1_ = 1.40;
    g2_ = 0.17;
    g3_[0] = 0.60;
    g3_[1] = 1.24;
    g3_[2] = 0.25;
    g3_[3] = 1.72;
}

static double primal(const double *in, double *out)
{
    struct args a;
    put(&a, in, 1), reset_globals();
    double r = 0;
    r = objective(a.x5_, a.x6_, a.x7_, fuzz_opaque(6));
    get(&a, out);
    return r;
}

#ifndef FUZZ_PRIMAL_ONLY
extern int enzyme_const, enzyme_dup, enzyme_out, enzyme_width, enzyme_primal_return;
struct tangents {
    double lane;
    double lane2;
};
extern struct tangents __enzyme_fwddiff(void *, ...);
static double forward(const double *in, const double *dir, double *dout, double *value)
{
    struct args a, d;
    put(&a, in, 1), put(&d, dir, 0), reset_globals();
    struct args d2;
    double twice[12], out2[12];
    for (int i = 0; i < 11; i++)
        twice[i] = 2 * dir[i];
    put(&d2, twice, 0);
    struct tangents r =
        __enzyme_fwddiff((void *)objective, enzyme_width, 2, a.x5_, d.x5_, d2.x5_, a.x6_, d.x6_,
                         d2.x6_, a.x7_, d.x7_, d2.x7_, fuzz_opaque(6));
    get(&d, dout);
    get(&d2, out2);
    for (int i = 0; i < 11; i++)
        dout[i] = fuzz_lanes(dout[i], out2[i]);
    return fuzz_lanes(r.lane, r.lane2);
}

extern void __enzyme_autodiff(void *, ...);
static void reverse(const double *in, const double *seed, double *grad, double *out, double *value)
{
    struct args a, d;
    put(&a, in, 1), put(&d, seed, 0), reset_globals();
    __enzyme_autodiff((void *)objective, a.x5_, d.x5_, a.x6_, d.x6_, a.x7_, d.x7_, fuzz_opaque(6));
    get(&a, out), get(&d, grad);
}

#endif
int main(void)
{
    static const double point[] = {-0.35, 0.27, -0.76, 1.12, 0.93, -0.78,
                                   1.05,  0.31, 1.00,  1.05, -0.92};
    struct fuzz_case c = {
        .leaves = 11,
        .point = point,
        .single = 0,
        .has_value = 0,
        .primal = primal,
#ifndef FUZZ_PRIMAL_ONLY
        .forward = forward,
        .reverse = reverse,
#endif
    };
    return fuzz_check(&c);
}
#endif

#if UNIT != 1
double g1_;
double g2_;
double g3_[4];
#endif
