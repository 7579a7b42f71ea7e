/* Random program of seed 892.  It uses:
 *   array      local arrays
 *   bytes      floating values copied as bytes or integers
 *   call       calls of helper functions
 *   callback   function pointer parameters
 *   for        for loops
 *   global     global variables
 *   goto       goto
 *   integer    integer code
 *   malloc     malloc and free
 *   markers    explicit activity markers
 *   math       math functions
 *   primalret  enzyme_primal_return
 *   struct     structs
 *   structval  structs passed and returned by value
 *   ternary    conditional expressions
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
struct s0 {
    double x;
    double y[3];
};
extern double g1_;
double h2_(double a, double b, int k);
double h3_(double (*f)(double, double, int), double a, int k);
struct s0 h13_(struct s0 s, double a);

#if UNIT != 2
#include "fuzz_check.h"

double h2_(double a, double b, int k)
{
    return a;
}

double h3_(double (*f)(double, double, int), double a, int k)
{
    double u4_ = f(atan((0.50 * g1_)), g1_, k);
    double v6_ = (0.66 * (0.78 * u4_ * 0.20));
    uint64_t b5_;
    memcpy(&b5_, &v6_, sizeof b5_);
    v6_ = 1.25;
    memcpy(&a, &b5_, sizeof b5_);
    double a7_[4] = {v6_, sin((0.50 * a)), 1.90, v6_};
    for (int i9_ = 0; i9_ < 4; i9_++) {
        double a10_[5];
        for (int i11_ = 0; i11_ < 5; i11_++) {
            a10_[i11_] = sin(acos(0.5 * tanh(u4_)));
        }
        a7_[(int)i9_] = (0.40 * (a7_[(int)i9_] + a7_[(int)i9_]));
    }
    return 0.5 * u4_ + 0.5 * f(a, cbrt(2.0 + (0.50 * u4_ / (2.0 + (0.50 * a7_[0])))), k / 2);
}

double objective(double *x22_, struct s0 *x23_, double *x24_, struct s0 *x25_, int n)
{
    struct s0 s30_ = {(0.33 * h3_(h2_, x25_->x, (n >> 1))), {x22_[n], x25_->y[n], x23_->y[n]}};
    struct s0 *s31_ = &s30_;
    int i33_ = 0;
L34_:;
    {
        (*x23_) = h13_((*s31_), x25_->x);
    }
    if (++i33_ < 3)
        goto L34_;
    return tanh((0.75 * (g1_ - x23_->y[n]))) +
           (n <= (n + 5) || n == 3 ? log(2.0 + 0.25 * (double)n) : sin(cos(x24_[n]))) +
           (0.50 * (x23_->x + x24_[n]));
}

struct args {
    double x22_[3];
    struct s0 x23_;
    double x24_[3];
    struct s0 x25_;
    int unused;
};

static void put(struct args *a, const double *v, int ints)
{
    memset(a, 0, sizeof *a), (void)ints;
    for (int i = 0; i < 3; i++)
        a->x22_[i] = v[0 + i];
    a->x23_.x = v[3];
    a->x23_.y[0] = v[4];
    a->x23_.y[1] = v[5];
    a->x23_.y[2] = v[6];
    for (int i = 0; i < 3; i++)
        a->x24_[i] = v[7 + i];
    a->x25_.x = v[10];
    a->x25_.y[0] = v[11];
    a->x25_.y[1] = v[12];
    a->x25_.y[2] = v[13];
}

static void get(const struct args *a, double *v)
{
    (void)a;
    for (int i = 0; i < 3; i++)
        v[0 + i] = a->x22_[i];
    v[3] = a->x23_.x;
    v[4] = a->x23_.y[0];
    v[5] = a->x23_.y[1];
    v[6] = a->x23_.y[2];
    for (int i = 0; i < 3; i++)
        v[7 + i] = a->x24_[i];
    v[10] = a->x25_.x;
    v[11] = a->x25_.y[0];
    v[12] = a->x25_.y[1];
    v[13] = a->x25_.y[2];
}

static void reset_globals(void)
{
    g1_ = 1.17;
}

static double primal(const double *in, double *out)
{
    struct args a;
    put(&a, in, 1), reset_globals();
    double r = 0;
    r = objective(a.x22_, &a.x23_, a.x24_, &a.x25_, fuzz_opaque(2));
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
    double twice[15], out2[15];
    for (int i = 0; i < 14; i++)
        twice[i] = 2 * dir[i];
    put(&d2, twice, 0);
    struct tangents r = __enzyme_fwddiff(
        (void *)objective, enzyme_primal_return, enzyme_width, 2, enzyme_dup, a.x22_, d.x22_,
        d2.x22_, enzyme_dup, &a.x23_, &d.x23_, &d2.x23_, enzyme_dup, a.x24_, d.x24_, d2.x24_,
        enzyme_dup, &a.x25_, &d.x25_, &d2.x25_, enzyme_const, fuzz_opaque(2));
    get(&d, dout);
    get(&d2, out2);
    for (int i = 0; i < 14; i++)
        dout[i] = fuzz_lanes(dout[i], out2[i]);
    *value = r.value;
    return fuzz_lanes(r.lane, r.lane2);
}

extern double __enzyme_autodiff(void *, ...);
static void reverse(const double *in, const double *seed, double *grad, double *out, double *value)
{
    struct args a, d;
    put(&a, in, 1), put(&d, seed, 0), reset_globals();
    double r = __enzyme_autodiff((void *)objective, enzyme_primal_return, enzyme_dup, a.x22_,
                                 d.x22_, enzyme_dup, &a.x23_, &d.x23_, enzyme_dup, a.x24_, d.x24_,
                                 enzyme_dup, &a.x25_, &d.x25_, enzyme_const, fuzz_opaque(2));
    get(&a, out), get(&d, grad);
    *value = r;
}

#endif
int main(void)
{
    static const double point[] = {0.63,  1.07, 0.77, 1.04,  0.76,  -0.42, -1.03,
                                   -0.49, 0.47, 0.62, -0.51, -1.00, -0.44, 0.91};
    struct fuzz_case c = {
        .leaves = 14,
        .point = point,
        .single = 0,
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
double g1_;
struct s0 h13_(struct s0 s, double a)
{
    double a15_[5];
    for (int i16_ = 0; i16_ < 5; i16_++) {
        a15_[i16_] = (0.26 * h3_(h2_, s.y[i16_ % 3], (i16_ * i16_ + 1) % 5));
    }
    {
        int n19_ = 5 + 1;
        double *p18_ = malloc((size_t)n19_ * sizeof *p18_);
        for (int i20_ = 0; i20_ < n19_; i20_++) {
            p18_[i20_] = (0.80 * sin(cos(s.y[0])));
        }
        s.x = 0.5 * s.x + 0.5 * p18_[0];
        free(p18_);
    }
    return s;
}

#endif
