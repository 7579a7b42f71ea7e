/* Random program of seed 1549.  It uses:
 *   for        for loops
 *   global     global variables
 *   goto       goto
 *   inplace    updates in place
 *   integer    integer code
 *   memcpy     memcpy and memmove
 *   struct     structs
 *   table      constant tables
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
    double y;
    int z;
};
struct s1 {
    double x;
    double y;
    double z;
    int w;
};
extern double g1_;
extern double g2_;
extern double g3_[3];

#if UNIT != 2
#include "fuzz_check.h"

double objective(double x5_, struct s0 *x6_, double *x7_, struct s0 *x8_, int n)
{
    for (int i10_ = 3 - 1; i10_ >= 0; i10_--) {
        g3_[(int)i10_] /= 2.0 + sin((0.75 * (x8_->y + x7_[(int)i10_])));
        g3_[(int)i10_] = g3_[0];
    }
    static const double c11_[5] = {0.84, 0.89, 0.47, 0.14, 1.49};
    if ((n + 2) <= n || (n + 2) == 3)
        goto L13_;
    {
        for (int i14_ = 0; i14_ < 3; i14_++) {
            for (int j15_ = 0; j15_ < 4; j15_++) {
                memcpy(g3_, c11_, (size_t)(1) * sizeof *g3_);
                if ((j15_ * 1) > 1 && x8_->z != 2)
                    goto L16_;
            }
        }
    L16_:;
    }
L13_:;
    return g3_[x8_->z % 3] + x6_->y + c11_[n];
}

struct args {
    double x5_;
    struct s0 x6_;
    double x7_[5];
    struct s0 x8_;
    int unused;
};

static void put(struct args *a, const double *v, int ints)
{
    memset(a, 0, sizeof *a), (void)ints;
    a->x5_ = v[0];
    a->x6_.x = v[1];
    a->x6_.y = v[2];
    a->x6_.z = ints ? 3 : 0;
    for (int i = 0; i < 5; i++)
        a->x7_[i] = v[3 + i];
    a->x8_.x = v[8];
    a->x8_.y = v[9];
    a->x8_.z = ints ? 3 : 0;
}

static void get(const struct args *a, double *v)
{
    (void)a;
    v[0] = 0;
    v[1] = a->x6_.x;
    v[2] = a->x6_.y;
    for (int i = 0; i < 5; i++)
        v[3 + i] = a->x7_[i];
    v[8] = a->x8_.x;
    v[9] = a->x8_.y;
}

static void reset_globals(void)
{
    g1_ = 1.33;
    g2_ = 0.50;
    g3_[0] = 1.16;
    g3_[1] = 1.67;
    g3_[2] = 0.72;
}

static double primal(const double *in, double *out)
{
    struct args a;
    put(&a, in, 1), reset_globals();
    double r = 0;
    r = objective(a.x5_, &a.x6_, a.x7_, &a.x8_, fuzz_opaque(4));
    get(&a, out);
    return r;
}

#ifndef FUZZ_PRIMAL_ONLY
extern int enzyme_const, enzyme_dup, enzyme_out, enzyme_width, enzyme_primal_return;
extern double __enzyme_fwddiff(void *, ...);
static double forward(const double *in, const double *dir, double *dout, double *value)
{
    struct args a, d;
    put(&a, in, 1), put(&d, dir, 0), reset_globals();
    double r = __enzyme_fwddiff((void *)objective, a.x5_, d.x5_, &a.x6_, &d.x6_, a.x7_, d.x7_,
                                &a.x8_, &d.x8_, fuzz_opaque(4));
    get(&d, dout);
    return r;
}

extern double __enzyme_autodiff(void *, ...);
static void reverse(const double *in, const double *seed, double *grad, double *out, double *value)
{
    struct args a, d;
    put(&a, in, 1), put(&d, seed, 0), reset_globals();
    double r = __enzyme_autodiff((void *)objective, a.x5_, &a.x6_, &d.x6_, a.x7_, d.x7_, &a.x8_,
                                 &d.x8_, fuzz_opaque(4));
    get(&a, out), get(&d, grad);
    grad[0] = r;
}

#endif
int main(void)
{
    static const double point[] = {-0.68, -0.87, 0.71, 0.46, -0.57, 0.90, 0.97, 0.18, 0.93, 0.88};
    struct fuzz_case c = {
        .leaves = 10,
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
double g3_[3];
#endif
