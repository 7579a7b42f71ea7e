/* Random program of seed 51290.  It uses:
 *   array      local arrays
 *   float      float values
 *   for        for loops
 *   global     global variables
 *   inplace    updates in place
 *   integer    integer code
 *   malloc     malloc and free
 *   markers    explicit activity markers
 *   memcpy     memcpy and memmove
 *   unit2      a second translation unit
 *   while      while loops
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
struct s0 {
    double x;
    double y[3];
};
extern float g1_;
extern float g2_;
extern double g3_;
struct s0 h4_(struct s0 s, float a);
void h10_(double *p, int n, double a);

#if UNIT != 2
#include "fuzz_check.h"

struct s0 h4_(struct s0 s, float a)
{
    g3_ /= 2.0 + (0.50 * a);
    {
        int n7_ = 4 + 0;
        double *p6_ = calloc((size_t)n7_, sizeof *p6_);
        p6_[3] = g1_;
        for (int i9_ = 1; i9_ < 3; i9_ += 2) {
            s.y[(int)i9_] = 0.6 * s.y[(int)i9_] + 0.4 * ((0.40 * (s.y[0] - p6_[(int)i9_])));
            s.y[(int)i9_] = (0.80 * a);
        }
        s.x = 0.5 * s.x + 0.5 * p6_[4 % 4];
        free(p6_);
    }
    return s;
}

void objective(double *x14_, float *x15_, float x16_, float x17_, int n)
{
    memmove(x14_ + 1, x14_, 1 * sizeof *x14_);
    int i20_ = 4;
    while (i20_ > 0) {
        for (int i21_ = 0, j22_ = 2; i21_ < j22_; i21_++, j22_--) {
            x16_ = (0.20f * g1_ * g3_);
        }
        i20_ -= 1;
    }
    memmove(x14_, x14_ + 1, 1 * sizeof *x14_);
}

struct args {
    double x14_[2];
    float x15_[4];
    float x16_;
    float x17_;
    int unused;
};

static void put(struct args *a, const double *v, int ints)
{
    memset(a, 0, sizeof *a), (void)ints;
    for (int i = 0; i < 2; i++)
        a->x14_[i] = v[0 + i];
    for (int i = 0; i < 4; i++)
        a->x15_[i] = v[2 + i];
    a->x16_ = v[6];
    a->x17_ = v[7];
}

static void get(const struct args *a, double *v)
{
    (void)a;
    for (int i = 0; i < 2; i++)
        v[0 + i] = a->x14_[i];
    for (int i = 0; i < 4; i++)
        v[2 + i] = a->x15_[i];
    v[6] = 0;
    v[7] = 0;
}

static void reset_globals(void)
{
    g1_ = 0.47f;
    g2_ = 1.60f;
    g3_ = 1.34;
}

static double primal(const double *in, double *out)
{
    struct args a;
    put(&a, in, 1), reset_globals();
    (void)0;
    objective(a.x14_, a.x15_, a.x16_, a.x17_, fuzz_opaque(6));
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
    __enzyme_fwddiff((void *)objective, enzyme_width, 2, enzyme_dup, a.x14_, d.x14_, d2.x14_,
                     enzyme_dup, a.x15_, d.x15_, d2.x15_, enzyme_dup, a.x16_, d.x16_, d2.x16_,
                     enzyme_dup, a.x17_, d.x17_, d2.x17_, enzyme_const, fuzz_opaque(6));
    get(&d, dout);
    get(&d2, out2);
    for (int i = 0; i < 8; i++)
        dout[i] = fuzz_lanes(dout[i], out2[i]);
    return 0;
}

struct gradient {
    float x16_;
    float x17_;
};
extern struct gradient __enzyme_autodiff(void *, ...);
static void reverse(const double *in, const double *seed, double *grad, double *out, double *value)
{
    struct args a, d;
    put(&a, in, 1), put(&d, seed, 0), reset_globals();
    struct gradient r =
        __enzyme_autodiff((void *)objective, enzyme_dup, a.x14_, d.x14_, enzyme_dup, a.x15_, d.x15_,
                          enzyme_out, a.x16_, enzyme_out, a.x17_, enzyme_const, fuzz_opaque(6));
    get(&a, out), get(&d, grad);
    grad[6] = r.x16_;
    grad[7] = r.x17_;
}

#endif
int main(void)
{
    static const double point[] = {0.55, -0.23, 0.21, -0.58, 1.05, -0.67, 0.39, 0.19};
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
#endif

#if UNIT != 1
float g1_;
float g2_;
double g3_;
void h10_(double *p, int n, double a)
{
    if (n <= 2) {
        p[0] = p[(n + 1) % 2];
        return;
    }
    float a12_[5] = {(0.25f * 0.25f * (float)((n ^ n) & 31)), p[n % 2], a, p[n % 2], g1_};
    h10_(p + 1, n - 1, g3_);
    p[0] = 0.5 * p[1] + 0.5 * ((0.51 * (0.40 - a12_[(n * 4) % 5])));
}

#endif
