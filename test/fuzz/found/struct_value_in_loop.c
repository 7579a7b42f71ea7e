/* Random program of seed 1296.  It uses:
 *   call       calls of helper functions
 *   for        for loops
 *   integer    integer code
 *   list       linked lists
 *   markers    explicit activity markers
 *   special    special functions
 *   struct     structs
 *   structval  structs passed and returned by value
 *   unit2      a second translation unit
 *   while      while loops
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
struct s0 h1_(struct s0 s, double a);

#if UNIT != 2
#include "fuzz_check.h"

double objective(double x6_, double *x7_, struct s0 *x8_, int n)
{
    if ((x8_->y * 3) < 2) {
        double s10_ = 0.0;
        for (int i11_ = 0; i11_ < 2; i11_++) {
            (*x8_) = h1_((*x8_), (0.50 * x7_[i11_] / (1.0 + x7_[n] * x7_[n])));
            s10_ += (0.66 * (0.75 * x8_->x / (2.0 + (0.50 * x8_->x))));
        }
        x8_->x = s10_;
    } else {
    }
    return erf(erf((0.50 * x6_))) + erf(erf((0.50 * x7_[n]))) + x6_;
}

struct args {
    double x6_;
    double x7_[3];
    struct s0 x8_;
    int unused;
};

static void put(struct args *a, const double *v, int ints)
{
    memset(a, 0, sizeof *a), (void)ints;
    a->x6_ = v[0];
    for (int i = 0; i < 3; i++)
        a->x7_[i] = v[1 + i];
    a->x8_.x = v[4];
    a->x8_.y = ints ? 3 : 0;
}

static void get(const struct args *a, double *v)
{
    (void)a;
    v[0] = 0;
    for (int i = 0; i < 3; i++)
        v[1 + i] = a->x7_[i];
    v[4] = a->x8_.x;
}

static void reset_globals(void)
{
}

static double primal(const double *in, double *out)
{
    struct args a;
    put(&a, in, 1), reset_globals();
    double r = 0;
    r = objective(a.x6_, a.x7_, &a.x8_, fuzz_opaque(1));
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
    double r = __enzyme_fwddiff((void *)objective, enzyme_dup, a.x6_, d.x6_, enzyme_dup, a.x7_,
                                d.x7_, enzyme_dup, &a.x8_, &d.x8_, enzyme_const, fuzz_opaque(1));
    get(&d, dout);
    return r;
}

extern double __enzyme_autodiff(void *, ...);
static void reverse(const double *in, const double *seed, double *grad, double *out, double *value)
{
    struct args a, d;
    put(&a, in, 1), put(&d, seed, 0), reset_globals();
    double r = __enzyme_autodiff((void *)objective, enzyme_out, a.x6_, enzyme_dup, a.x7_, d.x7_,
                                 enzyme_dup, &a.x8_, &d.x8_, enzyme_const, fuzz_opaque(1));
    get(&a, out), get(&d, grad);
    grad[0] = r;
}

#endif
int main(void)
{
    static const double point[] = {0.81, 0.18, 0.52, -0.56, 0.36};
    struct fuzz_case c = {
        .leaves = 5,
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
struct s0 h1_(struct s0 s, double a)
{
    int i2_ = 4;
    while (i2_ > 0) {
        struct node *l3_ = NULL;
        for (int i5_ = 0; i5_ < 4; i5_++) {
            struct node *e4_ = malloc(sizeof *e4_);
            e4_->value = erf((0.50 * a));
            e4_->next = l3_;
            l3_ = e4_;
        }
        for (struct node *e4_ = l3_; e4_; e4_ = e4_->next) {
            e4_->value = (0.87 * (0.60 * exp10(0.3 * (0.50 * e4_->value)) * 0.38));
        }
        while (l3_) {
            struct node *e4_ = l3_;
            l3_ = e4_->next;
            s.x = 0.5 * s.x + 0.5 * sin(e4_->value);
            free(e4_);
        }
        i2_ -= 2;
    }
    return s;
}

#endif
