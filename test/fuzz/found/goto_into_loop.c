/* Random program of seed 1695.  It uses:
 *   call       calls of helper functions
 *   global     global variables
 *   goto       goto
 *   inplace    updates in place
 *   integer    integer code
 *   math       math functions
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
    double z[2];
};
extern double g1_[2];
struct s0 h3_(struct s0 s, double a);
void h5_(double a, const double *q, double *r);
void h6_(double *p, int n, double a);

#if UNIT != 2
#include "fuzz_check.h"

struct s0 h3_(struct s0 s, double a)
{
    return s;
}

void h5_(double a, const double *q, double *r)
{
    *r = (0.37 * (*q) * a);
}

double objective(double x8_, int n)
{
    struct s0 s9_ = {atan2(tanh(0.59), 2.0 + tanh(g1_[(n + 1) % 2])),
                     ((n ^ n) & 31) % 8,
                     {g1_[0], (0.33 * pow(1.5 + tanh(g1_[n % 2]), (0.50 * x8_)))}};
    struct s0 *s10_ = &s9_;
    (*s10_) = h3_((*s10_), log1p(0.5 * (0.25 * (g1_[((n ^ n) & 31) % 2] - g1_[n % 2]))));
    int i12_ = 0;
    if (n % 3 != 2)
        goto L14_;
L13_:;
    {
        for (int i15_ = 0; i15_ < 3; i15_++) {
            for (int j16_ = 0; j16_ < 4; j16_++) {
                s10_->x = (0.10 * (x8_ * s10_->z[n % 2] - s10_->x * g1_[1]));
                if (((i12_ ^ s10_->y) & 31) == 0)
                    goto L17_;
            }
        }
    L17_:;
    }
L14_:;
    {
    }
    if (++i12_ < 3)
        goto L13_;
    s10_->z[n % 2] = 0.6 * s10_->z[n % 2] + 0.4 * (0.25 * (double)s10_->y);
    return g1_[0] + cosh((0.50 * x8_)) + (0.50 * (s10_->x + s10_->z[1]));
}

struct args {
    double x8_;
    int unused;
};

static void put(struct args *a, const double *v, int ints)
{
    memset(a, 0, sizeof *a), (void)ints;
    a->x8_ = v[0];
}

static void get(const struct args *a, double *v)
{
    (void)a;
    v[0] = 0;
}

static void reset_globals(void)
{
    g1_[0] = 1.65;
    g1_[1] = 1.08;
}

static double primal(const double *in, double *out)
{
    struct args a;
    put(&a, in, 1), reset_globals();
    double r = 0;
    r = objective(a.x8_, fuzz_opaque(2));
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
    double r = __enzyme_fwddiff((void *)objective, a.x8_, d.x8_, fuzz_opaque(2));
    get(&d, dout);
    return r;
}

extern double __enzyme_autodiff(void *, ...);
static void reverse(const double *in, const double *seed, double *grad, double *out, double *value)
{
    struct args a, d;
    put(&a, in, 1), put(&d, seed, 0), reset_globals();
    double r = __enzyme_autodiff((void *)objective, a.x8_, fuzz_opaque(2));
    get(&a, out), get(&d, grad);
    grad[0] = r;
}

#endif
int main(void)
{
    static const double point[] = {0.75};
    struct fuzz_case c = {
        .leaves = 1,
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
double g1_[2];
void h6_(double *p, int n, double a)
{
    p[1] = g1_[0];
}

#endif
