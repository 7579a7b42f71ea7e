/* Random program of seed 1489.  It uses:
 *   call       calls of helper functions
 *   for        for loops
 *   goto       goto
 *   math       math functions
 *   smooth     branches on active values
 *   structval  structs passed and returned by value
 * One unit. */
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
};
struct s1 {
    double x;
    int y;
    int z;
};
static struct s1 h1_(struct s1 s, double a);

#include "fuzz_check.h"

static struct s1 h1_(struct s1 s, double a)
{
    for (int i2_ = 0; i2_ < 3; i2_++) {
        for (int j3_ = 0; j3_ < 4; j3_++) {
            double t5_ = (0.80 * s.x);
            double u6_;
            if (t5_ < 0.5)
                u6_ = 0.1 * (t5_ - 0.5) * (t5_ - 0.5) *
                      ((0.58 * (0.95 * expm1(sin(acosh(3.0 + (0.50 * a)))))));
            else
                u6_ = 0.1 * (0.5 - t5_) * (0.5 - t5_) * ((0.62 * (0.80 * s.x)));
            s.x = 0.5 * s.x + u6_;
            if (j3_ > 1 && s.y != 2)
                goto L4_;
        }
    }
L4_:;
    return s;
}

void objective(double *x7_, double *x8_, double x9_, double x10_, int n)
{
    struct s1 s13_ = {x10_, n, 0};
    s13_ = h1_(s13_, tanh((x9_ - 0.25 * (double)s13_.z)));
    for (int i14_ = 0; i14_ < 3; i14_++) {
        if (s13_.x < 2.75) {
            s13_ = h1_(s13_, cos((0.60 * ((x9_ + x10_) + sin((0.50 * s13_.x))))));
        }
    }
}

struct args {
    double x7_[4];
    double x8_[2];
    double x9_;
    double x10_;
    int unused;
};

static void put(struct args *a, const double *v, int ints)
{
    memset(a, 0, sizeof *a), (void)ints;
    for (int i = 0; i < 4; i++)
        a->x7_[i] = v[0 + i];
    for (int i = 0; i < 2; i++)
        a->x8_[i] = v[4 + i];
    a->x9_ = v[6];
    a->x10_ = v[7];
}

static void get(const struct args *a, double *v)
{
    (void)a;
    for (int i = 0; i < 4; i++)
        v[0 + i] = a->x7_[i];
    for (int i = 0; i < 2; i++)
        v[4 + i] = a->x8_[i];
    v[6] = 0;
    v[7] = 0;
}

static void reset_globals(void)
{
}

static double primal(const double *in, double *out)
{
    struct args a;
    put(&a, in, 1), reset_globals();
    (void)0;
    objective(a.x7_, a.x8_, a.x9_, a.x10_, fuzz_opaque(5));
    get(&a, out);
    return 0;
}

#ifndef FUZZ_PRIMAL_ONLY
extern int enzyme_const, enzyme_dup, enzyme_out, enzyme_width, enzyme_primal_return;
extern void __enzyme_fwddiff(void *, ...);
static double forward(const double *in, const double *dir, double *dout, double *value)
{
    struct args a, d;
    put(&a, in, 1), put(&d, dir, 0), reset_globals();
    __enzyme_fwddiff((void *)objective, a.x7_, d.x7_, a.x8_, d.x8_, a.x9_, d.x9_, a.x10_, d.x10_,
                     fuzz_opaque(5));
    get(&d, dout);
    return 0;
}

struct gradient {
    double x9_;
    double x10_;
};
extern struct gradient __enzyme_autodiff(void *, ...);
static void reverse(const double *in, const double *seed, double *grad, double *out, double *value)
{
    struct args a, d;
    put(&a, in, 1), put(&d, seed, 0), reset_globals();
    struct gradient r = __enzyme_autodiff((void *)objective, a.x7_, d.x7_, a.x8_, d.x8_, a.x9_,
                                          a.x10_, fuzz_opaque(5));
    get(&a, out), get(&d, grad);
    grad[6] = r.x9_;
    grad[7] = r.x10_;
}

#endif
int main(void)
{
    static const double point[] = {-1.02, -0.46, -0.95, -0.32, -1.02, -1.07, 0.32, -1.10};
    struct fuzz_case c = {
        .leaves = 8,
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
