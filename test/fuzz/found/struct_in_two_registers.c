/* Random program of seed 50119.  It uses:
 *   break      break
 *   call       calls of helper functions
 *   float      float values
 *   for        for loops
 *   global     global variables
 *   inplace    updates in place
 *   integer    integer code
 *   malloc     malloc and free
 *   math       math functions
 *   pointer    pointers to scalars and into arrays
 *   pointer2   pointers to pointers
 *   smooth     branches on active values
 *   struct     structs
 *   structval  structs passed and returned by value
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
};
struct s1 {
    float x;
    int y;
    double z;
};
extern double g1_;
extern double g2_;
extern float g3_;
double h4_(double a, double b, int k);
struct s1 h7_(struct s1 s, float a);
double h12_(const double *p, int n, double a);

#if UNIT != 2
#include "fuzz_check.h"

float objective(double *x18_, struct s1 *x19_, double *x20_, int n)
{
    (*x19_) = h7_((*x19_), (0.15f * (acosf(0.5f * (0.50f * x20_[3])) * h12_(x20_, 4, 1.29) +
                                     exp2f(tanhf((0.66f * h12_(x20_, 4, x19_->z)))))));
    for (double *p23_ = x20_, *e24_ = x20_ + 4; p23_ < e24_; p23_++) {
        *p23_ = (0.37 * x18_[(x19_->y >> 1) % 3] * g3_);
        x18_[x19_->y % 3] =
            (0.88 * (0.75 * fabs(2.0 + tanh((0.35 * 1.13 * g1_ / (1.0 + x19_->x * x19_->x))))));
    }
    int k25_ = (x19_->y) & 7;
    (*x19_) = h7_((*x19_), cosf((0.50f * (tanf(0.5f * (0.50f * g1_)) -
                                          powf(2.0f + tanhf(x20_[x19_->y % 4]), 1.5f)))));
    for (double *p26_ = x20_, *e27_ = x20_ + 4; p26_ < e27_; p26_++) {
        *p26_ = (0.75 * x18_[k25_ % 3] / (2.0 + (0.50 * g1_)));
        for (int i28_ = 0; i28_ < 4; i28_++) {
            g3_ = (0.47f * log1pf(0.5f * tanhf(x20_[x19_->y % 4])) /
                   (2.0f + floorf(0.4f * tanhf(x19_->z) + 1.5f) * tanhf(x19_->z)));
            x20_[(int)i28_] = (0.76 * tan(0.5 * sin(tanh(g2_)) /
                                          (1.0 + sin((0.50 * x18_[0])) * sin((0.50 * x18_[0])))));
        }
    }
    {
        int n30_ = 5 + 2;
        double *p29_ = malloc((size_t)n30_ * sizeof *p29_);
        for (int i31_ = 0; i31_ < n30_; i31_++) {
            p29_[i31_] =
                (0.50 * h12_(x20_ + 1, 3,
                             (0.33 * x18_[(n >> 1)] /
                              (1.0 + x20_[(i31_ * n + 1) % 4] * x20_[(i31_ * n + 1) % 4]))));
        }
        g3_ *= 0.5f + 0.5f * ((0.50f * h12_(x18_, 3, (0.33 * g1_ / (2.0 + cos(g2_))))));
        g1_ = 0.5 * g1_ + 0.5 * p29_[n];
        free(p29_);
    }
    return (0.15f * powf(1.5f + cosf((x20_[(x19_->y >> 1)] - x19_->x)), 2.0f)) +
           (0.66f * (0.75f * (g2_ + x19_->x))) + (0.50f * (x18_[(k25_ * 5) % 3] + x19_->z));
}

struct args {
    double x18_[3];
    struct s1 x19_;
    double x20_[4];
    int unused;
};

static void put(struct args *a, const double *v, int ints)
{
    memset(a, 0, sizeof *a), (void)ints;
    for (int i = 0; i < 3; i++)
        a->x18_[i] = v[0 + i];
    a->x19_.x = v[3];
    a->x19_.y = ints ? 3 : 0;
    a->x19_.z = v[4];
    for (int i = 0; i < 4; i++)
        a->x20_[i] = v[5 + i];
}

static void get(const struct args *a, double *v)
{
    (void)a;
    for (int i = 0; i < 3; i++)
        v[0 + i] = a->x18_[i];
    v[3] = a->x19_.x;
    v[4] = a->x19_.z;
    for (int i = 0; i < 4; i++)
        v[5 + i] = a->x20_[i];
}

static void reset_globals(void)
{
    g1_ = 0.60;
    g2_ = 1.50;
    g3_ = 1.16f;
}

static double primal(const double *in, double *out)
{
    struct args a;
    put(&a, in, 1), reset_globals();
    double r = 0;
    r = objective(a.x18_, &a.x19_, a.x20_, fuzz_opaque(4));
    get(&a, out);
    return r;
}

#ifndef FUZZ_PRIMAL_ONLY
extern int enzyme_const, enzyme_dup, enzyme_out, enzyme_width, enzyme_primal_return;
extern float __enzyme_fwddiff(void *, ...);
static double forward(const double *in, const double *dir, double *dout, double *value)
{
    struct args a, d;
    put(&a, in, 1), put(&d, dir, 0), reset_globals();
    float r = __enzyme_fwddiff((void *)objective, a.x18_, d.x18_, &a.x19_, &d.x19_, a.x20_, d.x20_,
                               fuzz_opaque(4));
    get(&d, dout);
    return r;
}

extern void __enzyme_autodiff(void *, ...);
static void reverse(const double *in, const double *seed, double *grad, double *out, double *value)
{
    struct args a, d;
    put(&a, in, 1), put(&d, seed, 0), reset_globals();
    __enzyme_autodiff((void *)objective, a.x18_, d.x18_, &a.x19_, &d.x19_, a.x20_, d.x20_,
                      fuzz_opaque(4));
    get(&a, out), get(&d, grad);
}

#endif
int main(void)
{
    static const double point[] = {-0.56, -0.80, -0.54, 0.44, 0.24, 0.22, 1.13, -1.00, 0.51};
    struct fuzz_case c = {
        .leaves = 9,
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
double g1_;
double g2_;
float g3_;
double h4_(double a, double b, int k)
{
    double *p5_ = &a, **p6_ = &p5_;
    **p6_ = (0.19 * (sin(cos(a)) * (g3_ + b) +
                     (hypot(cos(0.66), 1.5 + (0.50 * g2_)) - log2(2.5 + tanh(g3_)))));
    if ((k + 4) % 3 != 1)
        *p6_ = &b;
    *p5_ = cosh(cos(a));
    return (0.11 * (a + g2_ * g1_ * a));
}

struct s1 h7_(struct s1 s, float a)
{
    float t8_ = sinf(((0.25f * (float)(s.y >> 1) - g2_) + sinf((0.50f * g2_))));
    float u9_ = t8_ > 0.0f ? 0.1f * (t8_ - 0.0f) * (t8_ - 0.0f) *
                                 ((4e-03f * h4_(g1_, sin(sin(s.x)), 2) *
                                   (s.z - 0.25f * (float)((s.y ^ s.y) & 31)) * s.z * g1_))
                           : 0.0f;
    g3_ = 0.5f * g3_ + u9_;
    for (int i10_ = 0;; i10_++) {
        a = (0.06f * fminf(sinf(a), cosf(s.x) - 3.0f) * expm1f(sinf(s.x)));
        if (i10_ >= 5)
            break;
        for (int i11_ = 0;; i11_++) {
            s.z = (0.40 * atan2(sin(0.25 * (double)i10_),
                                2.0 + cos((0.66 * fabs(2.0 + (0.52 * 1.75)) / (2.0 + sin(g3_))))));
            if (i11_ >= ((i10_ * 3) % 7))
                break;
            g1_ =
                (0.10 * sin((0.75 * (0.66 * g1_ / (2.0 + sin(g1_))))) *
                 pow(2.0 + (0.19 * pow(2.0 + cos(0.25 * (double)((i11_ ^ i10_) & 31)), 1.5)), 1.5));
        }
    }
    return s;
}

double h12_(const double *p, int n, double a)
{
    struct s0 s14_[3];
    for (int i15_ = 0; i15_ < 3; i15_++) {
        s14_[i15_] = (struct s0){p[0], 0};
        struct s1 s16_ = {tanhf(fabsf(2.0f + (0.50f * g1_))), i15_,
                          (0.50 * (p[s14_[i15_].y % 2] + a))};
    }
    double *p17_ = &s14_[1].x;
    return (0.66 * (0.75 * (p[s14_[1].y % 2] - g1_)));
}

#endif
