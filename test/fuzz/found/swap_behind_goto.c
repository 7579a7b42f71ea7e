/* Random program of seed 1300.  It uses:
 *   float      float values
 *   global     global variables
 *   goto       goto
 *   inplace    updates in place
 *   integer    integer code
 *   math       math functions
 *   memset     memset
 *   primalret  enzyme_primal_return
 *   struct     structs
 *   switch     switch
 *   ternary    conditional expressions
 *   unit2      a second translation unit
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
struct s0 {
    double x;
    int y;
    double z;
    double w[4];
};
struct s1 {
    float x;
    int y;
    float z[4];
    float w;
};
extern float g1_;

#if UNIT != 2
#include "fuzz_check.h"

double objective(float x2_, double *x3_, float x4_, int n)
{
    switch (n) {
    case 0: {
        memset(x3_, 0, (size_t)(1) * sizeof *x3_);
    } break;
    case 1: {
        x2_ = coshf(tanhf(x3_[2]));
    }
    default: {
        struct s1 s6_[3];
        for (int i7_ = 0; i7_ < 3; i7_++) {
            s6_[i7_] = (struct s1){g1_,
                                   i7_,
                                   {g1_, x3_[(n * 5) % 3], (i7_ & 1 ? x3_[i7_] : x4_),
                                    0.25f * (float)i7_ / (2.0f + cosf(x3_[i7_]))},
                                   (0.71f * expm1f((0.50f * x4_)))};
            x3_[0] = tan(0.5 * (0.50 * s6_[i7_].w));
        }
    } break;
    }
    if ((n >> 1) <= ((n ^ n) & 31) || (n >> 1) == 3) {
        if ((n + 3) == 1)
            goto L10_;
        {
            double t11_ = x3_[n % 3];
            x3_[n % 3] = x3_[(n >> 1)];
            x3_[(n >> 1)] = t11_;
        }
    L10_:;
    } else {
    }
    return atanh(0.5 * cos(g1_)) + sin(((n + 1) == 0 ? 0.25 * (double)(n * n + 1) : x3_[n % 3])) +
           0.25 * (double)(n + 3);
}

struct args {
    float x2_;
    double x3_[3];
    float x4_;
    int unused;
};

static void put(struct args *a, const double *v, int ints)
{
    memset(a, 0, sizeof *a), (void)ints;
    a->x2_ = v[0];
    for (int i = 0; i < 3; i++)
        a->x3_[i] = v[1 + i];
    a->x4_ = v[4];
}

static void get(const struct args *a, double *v)
{
    (void)a;
    v[0] = 0;
    for (int i = 0; i < 3; i++)
        v[1 + i] = a->x3_[i];
    v[4] = 0;
}

static void reset_globals(void)
{
    g1_ = 0.86f;
}

static double primal(const double *in, double *out)
{
    struct args a;
    put(&a, in, 1), reset_globals();
    double r = 0;
    r = objective(a.x2_, a.x3_, a.x4_, fuzz_opaque(3));
    get(&a, out);
    return r;
}

#ifndef FUZZ_PRIMAL_ONLY
extern int enzyme_const, enzyme_dup, enzyme_out, enzyme_width, enzyme_primal_return;
struct tangents {
    double value;
    double lane;
};
extern struct tangents __enzyme_fwddiff(void *, ...);
static double forward(const double *in, const double *dir, double *dout, double *value)
{
    struct args a, d;
    put(&a, in, 1), put(&d, dir, 0), reset_globals();
    struct tangents r = __enzyme_fwddiff((void *)objective, enzyme_primal_return, a.x2_, d.x2_,
                                         a.x3_, d.x3_, a.x4_, d.x4_, fuzz_opaque(3));
    get(&d, dout);
    *value = r.value;
    return r.lane;
}

struct gradient {
    double value;
    float x2_;
    float x4_;
};
extern struct gradient __enzyme_autodiff(void *, ...);
static void reverse(const double *in, const double *seed, double *grad, double *out, double *value)
{
    struct args a, d;
    put(&a, in, 1), put(&d, seed, 0), reset_globals();
    struct gradient r = __enzyme_autodiff((void *)objective, enzyme_primal_return, a.x2_, a.x3_,
                                          d.x3_, a.x4_, fuzz_opaque(3));
    get(&a, out), get(&d, grad);
    *value = r.value;
    grad[0] = r.x2_;
    grad[4] = r.x4_;
}

#endif
int main(void)
{
    static const double point[] = {-0.99, 0.45, 0.65, 0.62, 0.53};
    struct fuzz_case c = {
        .leaves = 5,
        .point = point,
        .single = 1,
        .has_value = 1,
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
float g1_;
#endif
