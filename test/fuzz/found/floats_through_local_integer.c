/* Random program of seed 53907.  It uses:
 *   earlyret   return before the end
 *   float      float values
 *   for        for loops
 *   inplace    updates in place
 *   math       math functions
 *   memcpy     memcpy and memmove
 *   pointer    pointers to scalars and into arrays
 *   smooth     branches on active values
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
    float x;
    double y;
    double z;
    double w;
};
static struct s1 h1_(struct s1 s, double a);
static struct s0 h7_(struct s0 s, double a);

#include "fuzz_check.h"

static struct s1 h1_(struct s1 s, double a)
{
    if (s.y < 2.75) {
        double t2_ = s.w;
        s.w = s.z;
        s.z = t2_;
    }
    for (int i3_ = 0, j4_ = (5 % 5); i3_ < j4_; i3_++, j4_--) {
        double t5_ = (0.22 * hypot(sin((0.50 * s.y)), 1.5 + sin((s.y + 0.25 * (double)j4_))) /
                      (2.0 + log10(2.0 + (0.75 * (0.66 * s.x / (1.0 + s.x * s.x))))));
        double u6_ = t5_ > 0.0 ? 0.1 * (t5_ - 0.0) * (t5_ - 0.0) *
                                     ((0.04 * (s.y + s.w) * pow(1.5 + cos(a), cos(s.x))))
                               : 0.0;
        s.y = 0.5 * s.y + u6_;
    }
    return s;
}

static struct s0 h7_(struct s0 s, double a)
{
    a *= 0.5 + 0.5 * ((0.46 * tanh(atan((0.52 * 0.80))) * s.x / (2.0 + (0.50 * a)) /
                       (2.0 + sin(cosh((0.50 * a))))));
    s.x *= 0.5 + 0.5 * (sin(s.x));
    double *p8_ = &a;
    return s;
}

void objective(float *x9_, double x10_, float x11_, int x12_, int n)
{
    float v14_ = 0.25f * (float)n;
    if (x12_ < 2) {
        return;
    }
    for (int i15_ = 0; i15_ < 3; i15_++) {
        memmove(x9_ + 1, x9_, 2 * sizeof *x9_);
    }
    for (int i16_ = 0; i16_ < 3; i16_++) {
        if (x12_ <= i16_ || x12_ == 3) {
            return;
        }
    }
    memmove(x9_, x9_ + 1, 2 * sizeof *x9_);
    double *p17_ = x12_ == 2 ? &x10_ : &x10_;
}

struct args {
    float x9_[3];
    double x10_;
    float x11_;
    int unused;
};

static void put(struct args *a, const double *v, int ints)
{
    memset(a, 0, sizeof *a), (void)ints;
    for (int i = 0; i < 3; i++)
        a->x9_[i] = v[0 + i];
    a->x10_ = v[3];
    a->x11_ = v[4];
}

static void get(const struct args *a, double *v)
{
    (void)a;
    for (int i = 0; i < 3; i++)
        v[0 + i] = a->x9_[i];
    v[3] = 0;
    v[4] = 0;
}

static void reset_globals(void)
{
}

static double primal(const double *in, double *out)
{
    struct args a;
    put(&a, in, 1), reset_globals();
    (void)0;
    objective(a.x9_, a.x10_, a.x11_, fuzz_opaque(5), fuzz_opaque(3));
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
    __enzyme_fwddiff((void *)objective, a.x9_, d.x9_, a.x10_, d.x10_, a.x11_, d.x11_,
                     fuzz_opaque(5), fuzz_opaque(3));
    get(&d, dout);
    return 0;
}

struct gradient {
    double x10_;
    float x11_;
};
extern struct gradient __enzyme_autodiff(void *, ...);
static void reverse(const double *in, const double *seed, double *grad, double *out, double *value)
{
    struct args a, d;
    put(&a, in, 1), put(&d, seed, 0), reset_globals();
    struct gradient r = __enzyme_autodiff((void *)objective, a.x9_, d.x9_, a.x10_, a.x11_,
                                          fuzz_opaque(5), fuzz_opaque(3));
    get(&a, out), get(&d, grad);
    grad[3] = r.x10_;
    grad[4] = r.x11_;
}

#endif
int main(void)
{
    static const double point[] = {1.11, 0.22, -0.76, 0.62, -0.52};
    struct fuzz_case c = {
        .leaves = 5,
        .point = point,
        .single = 1,
        .has_value = 0,
        .primal = primal,
#ifndef FUZZ_PRIMAL_ONLY
        .forward = forward,
        .reverse = reverse,
#endif
    };
    return fuzz_check(&c);
}
