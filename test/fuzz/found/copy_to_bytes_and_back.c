/* Random program of seed 1186.  It uses:
 *   bytes      floating values copied as bytes or integers
 *   float      float values
 *   integer    integer code
 *   malloc     malloc and free
 *   markers    explicit activity markers
 *   math       math functions
 *   pointer2   pointers to pointers
 *   primalret  enzyme_primal_return
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
    double y[4];
    float z;
};
struct s1 {
    double x;
    double y;
    int z;
};

#include "fuzz_check.h"

double objective(float *x1_, int n)
{
    struct s1 s3_ = {x1_[(n >> 1)], x1_[n], 7};
    struct s1 *s4_ = &s3_;
    double *p5_ = &s4_->y, **p6_ = &p5_;
    **p6_ = tan(0.5 * (0.50 * s4_->y));
    if (s4_->z & 1)
        *p6_ = &s4_->y;
    *p5_ = x1_[s4_->z % 4];
    {
        float *p7_ = malloc((size_t)2 * sizeof *p7_);
        for (int i8_ = 0; i8_ < 2; i8_++) {
            p7_[i8_] = tanhf((0.75f * ((**p6_) + s4_->x)));
        }
        unsigned char b10_[4 * sizeof *x1_];
        memcpy(b10_, x1_, sizeof b10_);
        x1_[n] = fmodf(0.4f * (0.50f * p7_[1]) + 7.5f, 2.0f);
        memcpy(x1_, b10_, 2 * sizeof *x1_);
        x1_[0] = 0.5f * x1_[0] + 0.5f * p7_[s4_->z % 2];
        free(p7_);
    }
    return (0.78 * 1.78 / (1.0 + (**p6_) * (**p6_))) + (0.37 * x1_[3] * (**p6_)) +
           asinh(cos(x1_[n]));
}

struct args {
    float x1_[4];
    int unused;
};

static void put(struct args *a, const double *v, int ints)
{
    memset(a, 0, sizeof *a), (void)ints;
    for (int i = 0; i < 4; i++)
        a->x1_[i] = v[0 + i];
}

static void get(const struct args *a, double *v)
{
    (void)a;
    for (int i = 0; i < 4; i++)
        v[0 + i] = a->x1_[i];
}

static void reset_globals(void)
{
}

static double primal(const double *in, double *out)
{
    struct args a;
    put(&a, in, 1), reset_globals();
    double r = 0;
    r = objective(a.x1_, fuzz_opaque(3));
    get(&a, out);
    return r;
}

#ifndef FUZZ_PRIMAL_ONLY
extern int enzyme_const, enzyme_dup, enzyme_out, enzyme_width, enzyme_primal_return;
struct tangents {
    double value;
    double lane;
    double lane2;
};
extern struct tangents __enzyme_fwddiff(void *, ...);
static double forward(const double *in, const double *dir, double *dout, double *value)
{
    struct args a, d;
    put(&a, in, 1), put(&d, dir, 0), reset_globals();
    struct args d2;
    double twice[5], out2[5];
    for (int i = 0; i < 4; i++)
        twice[i] = 2 * dir[i];
    put(&d2, twice, 0);
    struct tangents r =
        __enzyme_fwddiff((void *)objective, enzyme_primal_return, enzyme_width, 2, enzyme_dup,
                         a.x1_, d.x1_, d2.x1_, enzyme_const, fuzz_opaque(3));
    get(&d, dout);
    get(&d2, out2);
    for (int i = 0; i < 4; i++)
        dout[i] = fuzz_lanes(dout[i], out2[i]);
    *value = r.value;
    return fuzz_lanes(r.lane, r.lane2);
}

extern double __enzyme_autodiff(void *, ...);
static void reverse(const double *in, const double *seed, double *grad, double *out, double *value)
{
    struct args a, d;
    put(&a, in, 1), put(&d, seed, 0), reset_globals();
    double r = __enzyme_autodiff((void *)objective, enzyme_primal_return, enzyme_dup, a.x1_, d.x1_,
                                 enzyme_const, fuzz_opaque(3));
    get(&a, out), get(&d, grad);
    *value = r;
}

#endif
int main(void)
{
    static const double point[] = {-1.18, -0.76, 0.56, 0.74};
    struct fuzz_case c = {
        .leaves = 4,
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
