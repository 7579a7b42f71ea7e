/* Random program of seed 50466.  It uses:
 *   array      local arrays
 *   float      float values
 *   for        for loops
 *   fploop     loops whose trip count depends on active values
 *   inplace    updates in place
 *   integer    integer code
 *   markers    explicit activity markers
 *   math       math functions
 *   memcpy     memcpy and memmove
 *   special    special functions
 *   static     static local variables
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
double h1_(double a, double b, int k);
void h2_(double *p, int n, double a);

#if UNIT != 2
#include "fuzz_check.h"

void h2_(double *p, int n, double a)
{
    if (n <= 2) {
        p[0] = (0.50 * h1_((0.20 * 0.25 * (double)(n * 4)), p[n % 2], 0));
        return;
    }
    for (int i4_ = 1; i4_ < n; i4_ += 2) {
        static double w5_;
        w5_ = (0.66 * erfc(atan(cos(a))));
        p[n % 2] = (0.11 * pow(1.5 + cos(a), (0.50 * p[(int)i4_])) /
                    (2.0 + (0.75 * (0.66 * p[(int)i4_] / (2.0 + cos(a))))));
    }
    h2_(p + 1, n - 1,
        (0.17 * (sqrt(1.5 + cos(p[n % 2])) + (0.26 + a)) / (2.0 + sin(cosh(atan(sin(a)))))));
    p[0] = 0.5 * p[1] + 0.5 * ((0.04 * a * a * a * a));
}

float objective(float *x6_, float x7_, double *x8_, int n)
{
    float s11_ = 0.0f, u12_ = 0.0f;
    int k13_ = 0;
    while (s11_ < 1.9f && k13_ < 12) {
        u12_ += 0.05f * (1.9f - s11_) * (1.9f - s11_) *
                ((0.06f * expm1f(tanhf((0.66f * h1_(s11_, x8_[n], 4)))) *
                  exp10f(0.3f * atanhf(0.5f * (0.50f * x7_)))));
        s11_ +=
            0.5f +
            0.25f *
                ((0.50f *
                  remainderf(0.4f * cosf((0.66f * h1_(x7_, exp2((0.50 * s11_)), 2))) + 8.0f, 2.0f) *
                  (0.75f * (0.66f * h1_((0.33 * x7_ / (1.0 + s11_ * s11_)), x7_, (n >> 1))))));
        k13_++;
    }
    x7_ = 0.3f * x7_ + u12_;
    double a14_[2] = {(0.25 * x7_ * x8_[(n + 3) % 2]), (0.25 * x8_[n] * x7_)};
    int k16_ = ((n * n + 4)) & 7;
    memcpy(x8_, a14_, 2 * sizeof *x8_);
    a14_[0] = 0.6 * a14_[0] +
              0.4 * ((0.23 * fdim(2.5 + (0.50 * x8_[n]), sin(a14_[n])) / (1.0 + x7_ * x7_)));
    memmove(x6_, x6_ + 1, 2 * sizeof *x6_);
    return (0.50f * h1_(x7_, cos((x7_ - 0.25 * (double)k16_)), 4)) +
           (0.95f * acoshf(3.0f + cosf((0.66f * x7_ / (1.0f + x7_ * x7_))))) + a14_[n];
}

struct args {
    float x6_[3];
    float x7_;
    double x8_[2];
    int unused;
};

static void put(struct args *a, const double *v, int ints)
{
    memset(a, 0, sizeof *a), (void)ints;
    for (int i = 0; i < 3; i++)
        a->x6_[i] = v[0 + i];
    a->x7_ = v[3];
    for (int i = 0; i < 2; i++)
        a->x8_[i] = v[4 + i];
}

static void get(const struct args *a, double *v)
{
    (void)a;
    for (int i = 0; i < 3; i++)
        v[0 + i] = a->x6_[i];
    v[3] = 0;
    for (int i = 0; i < 2; i++)
        v[4 + i] = a->x8_[i];
}

static void reset_globals(void)
{
}

static double primal(const double *in, double *out)
{
    struct args a;
    put(&a, in, 1), reset_globals();
    double r = 0;
    r = objective(a.x6_, a.x7_, a.x8_, fuzz_opaque(1));
    get(&a, out);
    return r;
}

#ifndef FUZZ_PRIMAL_ONLY
extern int enzyme_const, enzyme_dup, enzyme_out, enzyme_width, enzyme_primal_return;
struct tangents {
    float lane;
    float lane2;
};
extern struct tangents __enzyme_fwddiff(void *, ...);
static double forward(const double *in, const double *dir, double *dout, double *value)
{
    struct args a, d;
    put(&a, in, 1), put(&d, dir, 0), reset_globals();
    struct args d2;
    double twice[7], out2[7];
    for (int i = 0; i < 6; i++)
        twice[i] = 2 * dir[i];
    put(&d2, twice, 0);
    struct tangents r = __enzyme_fwddiff(
        (void *)objective, enzyme_width, 2, enzyme_dup, a.x6_, d.x6_, d2.x6_, enzyme_dup, a.x7_,
        d.x7_, d2.x7_, enzyme_dup, a.x8_, d.x8_, d2.x8_, enzyme_const, fuzz_opaque(1));
    get(&d, dout);
    get(&d2, out2);
    for (int i = 0; i < 6; i++)
        dout[i] = fuzz_lanes(dout[i], out2[i]);
    return fuzz_lanes(r.lane, r.lane2);
}

extern float __enzyme_autodiff(void *, ...);
static void reverse(const double *in, const double *seed, double *grad, double *out, double *value)
{
    struct args a, d;
    put(&a, in, 1), put(&d, seed, 0), reset_globals();
    float r = __enzyme_autodiff((void *)objective, enzyme_dup, a.x6_, d.x6_, enzyme_out, a.x7_,
                                enzyme_dup, a.x8_, d.x8_, enzyme_const, fuzz_opaque(1));
    get(&a, out), get(&d, grad);
    grad[3] = r;
}

#endif
int main(void)
{
    static const double point[] = {1.13, 1.11, 0.96, 0.64, 0.43, -0.75};
    struct fuzz_case c = {
        .leaves = 6,
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
double h1_(double a, double b, int k)
{
    a = b;
    return (0.26 * exp(cos((0.76 * pow(2.0 + sin(b), 1.5)))));
}

#endif
