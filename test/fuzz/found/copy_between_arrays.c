/* Random program of seed 203297.  It uses:
 *   float      float values
 *   for        for loops
 *   inplace    updates in place
 *   integer    integer code
 *   memcpy     memcpy and memmove
 *   pointer    pointers to scalars and into arrays
 *   pointer2   pointers to pointers
 *   struct     structs
 *   width      forward mode of width 2
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
    float x;
    double y;
};
static double h1_(double a, double b, int k);

#include "fuzz_check.h"

static double h1_(double a, double b, int k)
{
    struct s0 s2_ = {(0.50f * (b + a)), b};
    double *p3_[2] = {&s2_.y, &b};
    *p3_[0] = a;
    double *p4_[3] = {&b, &b, &(*p3_[(k * k + 4) % 2])};
    double *t5_ = p4_[0];
    p4_[0] = p4_[(k >> 1) % 3];
    p4_[(k >> 1) % 3] = t5_;
    for (double **i6_ = p4_; i6_ < p4_ + 3; i6_++) {
        **i6_ = (0.26 * a / (2.0 + tanh(s2_.x)));
        int k7_ = (int)((unsigned)((k >> 1)) * 1664525u + 1013904223u >> 16 & 7);
    }
    return b;
}

void objective(double *x8_, double *x9_, float x10_, struct s0 *x11_, int n)
{
    memmove(x8_, x8_ + 1, 1 * sizeof *x8_);
    for (int i14_ = 0; i14_ < 2; i14_++) {
        memcpy(x8_, x9_, (size_t)(i14_ % 3) * sizeof *x8_);
    }
    x10_ *= (0.50f * x11_->y);
}

struct args {
    double x8_[2];
    double x9_[3];
    float x10_;
    struct s0 x11_;
    int unused;
};

static void put(struct args *a, const double *v, int ints)
{
    memset(a, 0, sizeof *a), (void)ints;
    for (int i = 0; i < 2; i++)
        a->x8_[i] = v[0 + i];
    for (int i = 0; i < 3; i++)
        a->x9_[i] = v[2 + i];
    a->x10_ = v[5];
    a->x11_.x = v[6];
    a->x11_.y = v[7];
}

static void get(const struct args *a, double *v)
{
    (void)a;
    for (int i = 0; i < 2; i++)
        v[0 + i] = a->x8_[i];
    for (int i = 0; i < 3; i++)
        v[2 + i] = a->x9_[i];
    v[5] = 0;
    v[6] = a->x11_.x;
    v[7] = a->x11_.y;
}

static void reset_globals(void)
{
}

static double primal(const double *in, double *out)
{
    struct args a;
    put(&a, in, 1), reset_globals();
    (void)0;
    objective(a.x8_, a.x9_, a.x10_, &a.x11_, fuzz_opaque(6));
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
    struct args d2;
    double twice[9], out2[9];
    for (int i = 0; i < 8; i++)
        twice[i] = 2 * dir[i];
    put(&d2, twice, 0);
    __enzyme_fwddiff((void *)objective, enzyme_width, 2, a.x8_, d.x8_, d2.x8_, a.x9_, d.x9_, d2.x9_,
                     a.x10_, d.x10_, d2.x10_, &a.x11_, &d.x11_, &d2.x11_, fuzz_opaque(6));
    get(&d, dout);
    get(&d2, out2);
    for (int i = 0; i < 8; i++)
        dout[i] = fuzz_lanes(dout[i], out2[i]);
    return 0;
}

extern float __enzyme_autodiff(void *, ...);
static void reverse(const double *in, const double *seed, double *grad, double *out, double *value)
{
    struct args a, d;
    put(&a, in, 1), put(&d, seed, 0), reset_globals();
    float r = __enzyme_autodiff((void *)objective, a.x8_, d.x8_, a.x9_, d.x9_, a.x10_, &a.x11_,
                                &d.x11_, fuzz_opaque(6));
    get(&a, out), get(&d, grad);
    grad[5] = r;
}

#endif
int main(void)
{
    static const double point[] = {0.55, 0.54, 0.24, -0.29, 0.49, -0.89, 1.07, 0.26};
    struct fuzz_case c = {
        .leaves = 8,
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
