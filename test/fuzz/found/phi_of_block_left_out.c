/* Random program of seed 295.  It uses:
 *   call       calls of helper functions
 *   continue   continue
 *   earlyret   return before the end
 *   for        for loops
 *   goto       goto
 *   inplace    updates in place
 *   markers    explicit activity markers
 *   pointer    pointers to scalars and into arrays
 *   ternary    conditional expressions
 *   zerotrip   loops that may run zero times
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
    double y[4];
};
struct s1 {
    double x;
};
static double h1_(double a, double b, int k);
static double h10_(double a, double b, int k);
static double *h13_(double *p, int n, int k);

#include "fuzz_check.h"

static double h1_(double a, double b, int k)
{
    int i2_ = 0;
    if (k & 1)
        goto L4_;
L3_:;
    {
        double s5_ = 0.0;
        for (int i6_ = 0; i6_ < (i2_ & 1) * 5; i6_++) {
            a = (0.08 * ((b - a) + (i6_ > 1 && i6_ != 2 ? a : b)) / (1.0 + b * b));
            s5_ += (0.62 * (0.80 * b));
        }
        a = (0.40 * s5_);
    }
L4_:;
    {
        if (k > 1 && k != 2)
            goto L7_;
        {
            double v8_ = (0.80 * (0.25 * (double)i2_ + b));
        }
    L7_:;
    }
    if (++i2_ < 3)
        goto L3_;
    double *p9_ = k <= k || k == 3 ? &b : &b;
    *p9_ = (0.66 * (0.75 * (a + a)));
    if (k & 1) {
        return b;
    }
    return (0.51 * (0.54 + (*p9_)));
}

static double h10_(double a, double b, int k)
{
    a = sin(a + (0.50 * h1_(a, a, k % 5)));
    double *p11_ = &a;
    double t12_ = b;
    b = b;
    b = t12_;
    return (0.66 * (0.75 * (a - (*p11_))));
}

static double *h13_(double *p, int n, int k)
{
    if (k & 1)
        return p;
    return p + (n - 1);
}

void objective(double *x14_, double *x15_, double x16_, int n)
{
    double s19_ = 0.0;
    for (int i20_ = 0; i20_ < (n % 5); i20_++) {
        double t21_ = x16_;
        x16_ = x16_;
        x16_ = t21_;
        s19_ += (0.33 * (0.75 * (x16_ + x15_[i20_])));
    }
    x16_ = (0.50 * s19_);
    if (n & 1) {
        return;
    }
    double *p22_[2] = {&x16_, &x14_[n % 2]};
    *p22_[n % 2] = 0.25 * (double)n;
    double *p23_ = h13_(x14_, 2, n);
    *p23_ = 0.5 * *p23_ +
            0.5 * ((0.52 * (0.66 * (0.25 * (double)n * x16_ + (0.25 * (double)n - x16_)))));
    int i24_ = 0;
L25_:;
    {
        int i26_ = 0;
        if (n & 1)
            goto L28_;
    L27_:;
        {
            x15_[i26_] = (0.26 * h1_(x14_[1], 1.11, n % 5));
        }
    L28_:;
        {
            (*p22_[n % 2]) = (0.26 * h1_(x15_[i24_], x15_[i24_], i26_));
        }
        if (++i26_ < 3)
            goto L27_;
    }
    if (++i24_ < (n % 4))
        goto L25_;
    double *p29_ = x15_ + 0;
    for (int i31_ = 0; i31_ < 5; i31_++) {
        if ((int)i31_ == 0)
            continue;
        x15_[(int)i31_] = (0.16 *
                           ((int)i31_ % 3 != 1 ? x15_[(int)i31_] * x16_
                                               : (n > 1 && (int)i31_ != 2 ? x16_ : x16_)) /
                           (2.0 + (0.62 * (0.40 * (h1_(x15_[(int)i31_], x14_[0], n % 5) +
                                                   p29_[0] / (2.0 + (0.50 * x15_[(int)i31_])))))));
    }
}

struct args {
    double x14_[2];
    double x15_[5];
    double x16_;
    int unused;
};

static void put(struct args *a, const double *v, int ints)
{
    memset(a, 0, sizeof *a), (void)ints;
    for (int i = 0; i < 2; i++)
        a->x14_[i] = v[0 + i];
    for (int i = 0; i < 5; i++)
        a->x15_[i] = v[2 + i];
    a->x16_ = v[7];
}

static void get(const struct args *a, double *v)
{
    (void)a;
    for (int i = 0; i < 2; i++)
        v[0 + i] = a->x14_[i];
    for (int i = 0; i < 5; i++)
        v[2 + i] = a->x15_[i];
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
    objective(a.x14_, a.x15_, a.x16_, fuzz_opaque(5));
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
    __enzyme_fwddiff((void *)objective, enzyme_dup, a.x14_, d.x14_, enzyme_dup, a.x15_, d.x15_,
                     enzyme_dup, a.x16_, d.x16_, enzyme_const, fuzz_opaque(5));
    get(&d, dout);
    return 0;
}

extern double __enzyme_autodiff(void *, ...);
static void reverse(const double *in, const double *seed, double *grad, double *out, double *value)
{
    struct args a, d;
    put(&a, in, 1), put(&d, seed, 0), reset_globals();
    double r = __enzyme_autodiff((void *)objective, enzyme_dup, a.x14_, d.x14_, enzyme_dup, a.x15_,
                                 d.x15_, enzyme_out, a.x16_, enzyme_const, fuzz_opaque(5));
    get(&a, out), get(&d, grad);
    grad[7] = r;
}

#endif
int main(void)
{
    static const double point[] = {0.58, 0.53, 1.07, 0.84, 0.70, 0.30, 1.03, -1.04};
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
