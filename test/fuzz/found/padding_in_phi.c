/* Random program of seed 51976.  It uses:
 *   array      local arrays
 *   array2     two-dimensional arrays
 *   call       calls of helper functions
 *   continue   continue
 *   do         do loops
 *   float      float values
 *   for        for loops
 *   integer    integer code
 *   math       math functions
 *   memcpy     memcpy and memmove
 *   primalret  enzyme_primal_return
 *   smooth     branches on active values
 *   struct     structs
 *   structval  structs passed and returned by value
 *   ternary    conditional expressions
 *   while      while loops
 *   width      forward mode of width 2
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
    double y;
    int z;
};
static double h1_(const double *p, int n, double a);
static struct s0 h8_(struct s0 s, float a);
static double h20_(struct s0 *s, double a);

#include "fuzz_check.h"

static double h1_(const double *p, int n, double a)
{
    if ((n >> 1) <= (n + 2) || (n >> 1) == 3) {
        int k3_[4] = {(n >> 1), n % 8, 2, 1};
        double a4_[2];
        for (int i5_ = 0; i5_ < 2; i5_++) {
            a4_[i5_] =
                (0.26 * (k3_[(n >> 1) % 4] > 1 && k3_[(n >> 1) % 4] != 2 ? exp((0.50 * a))
                                                                         : a / (1.0 + a * a)));
        }
        int k7_ = (n) & 7;
    }
    return (0.21 * copysign(2.0 + cos((0.50 * a * a)), (0.25 * (a + p[0])) - 1.5) * a /
            (1.0 + expm1(cos(1.65)) * expm1(cos(1.65))));
}

static struct s0 h8_(struct s0 s, float a)
{
    int i9_ = (6 & 1) * 6;
    while (i9_-- > 0) {
        double m10_[2][4];
        for (int i11_ = 0; i11_ < 2; i11_++)
            for (int j12_ = 0; j12_ < 4; j12_++) {
                m10_[i11_][j12_] =
                    ((j12_ * s.z + 3) < 3 ? atanh(0.5 * cos(a)) : 0.25 * (double)i11_);
            }
    }
    double m15_[2][4];
    for (int i16_ = 0; i16_ < 2; i16_++)
        for (int j17_ = 0; j17_ < 4; j17_++) {
            m15_[i16_][j17_] = (0.80 * s.y);
        }
    if (s.x < 2.75) {
        if ((s.z + 1) <= s.z || (s.z + 1) == 3) {
            memmove(m15_[1] + 1, m15_[1], 3 * sizeof *m15_[1]);
        } else {
            s = (struct s0){m15_[1][s.z % 4], s.x, 1};
        }
    }
    return s;
}

static double h20_(struct s0 *s, double a)
{
    (*s) = h8_((*s), (0.26f * (s->z % 3 != 2
                                   ? (s->z > 1 && ((s->z ^ s->z) & 31) != 2 ? expm1f((0.50f * s->y))
                                                                            : a * s->y)
                                   : expf(tanhf((s->y + a))))));
    int k21_[4] = {(s->z * s->z + 4) % 8, 3, 2, 1};
    (*s) = h8_((*s), s->x);
    return (k21_[s->z % 4] == 1 ? s->y : 0.25 * (double)s->z);
}

double objective(double x22_, int n)
{
    int i23_ = 0;
    do {
        int k24_ = (((i23_ ^ n) & 31)) & 7;
    } while (++i23_ < 6);
    for (int i25_ = 0; i25_ < 2; i25_++) {
        if (n == 1)
            continue;
    }
    double t26_ = x22_;
    double u27_;
    if (t26_ < 0.3)
        u27_ = 0.1 * (t26_ - 0.3) * (t26_ - 0.3) *
               (sin((0.75 *
                     (n < 4 ? 0.25 * (double)n : (n < 3 ? x22_ : x22_ / (2.0 + (0.50 * x22_)))))));
    else
        u27_ = 0.1 * (0.3 - t26_) * (0.3 - t26_) * (tan(0.5 * tanh(0.61 / (2.0 + sin(x22_)))));
    x22_ = 0.5 * x22_ + u27_;
    struct s0 s28_ = {t26_, x22_, 2};
    double t29_ = h20_(&s28_, (0.66 * (0.75 * (s28_.x - s28_.y))));
    t26_ = t29_;
    double m30_[3][4];
    for (int i31_ = 0; i31_ < 3; i31_++)
        for (int j32_ = 0; j32_ < 4; j32_++) {
            m30_[i31_][j32_] = (0.80 * s28_.x);
        }
    double t35_ =
        h20_(&s28_, (s28_.z & 1 ? 0.25 * (double)s28_.z : m30_[1][((s28_.z ^ s28_.z) & 31) % 4]));
    m30_[1][((s28_.z ^ s28_.z) & 31) % 4] = t35_;
    return m30_[2][n % 4] +
           (0.25 * (s28_.z % 3 != 1
                        ? (m30_[1][2] + t35_) /
                              (1.0 + (0.25 * (double)s28_.z - m30_[1][(s28_.z * 5) % 4]) *
                                         (0.25 * (double)s28_.z - m30_[1][(s28_.z * 5) % 4]))
                        : ((s28_.z + 5) > 1 && n != 2 ? (n < 1 ? x22_ : m30_[1][0])
                                                      : t29_ * 0.25 * (double)n))) +
           (0.50 * (m30_[2][(n + 1) % 4] + s28_.x));
}

struct args {
    double x22_;
    int unused;
};

static void put(struct args *a, const double *v, int ints)
{
    memset(a, 0, sizeof *a), (void)ints;
    a->x22_ = v[0];
}

static void get(const struct args *a, double *v)
{
    (void)a;
    v[0] = 0;
}

static void reset_globals(void)
{
}

static double primal(const double *in, double *out)
{
    struct args a;
    put(&a, in, 1), reset_globals();
    double r = 0;
    r = objective(a.x22_, fuzz_opaque(6));
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
    double twice[2], out2[2];
    for (int i = 0; i < 1; i++)
        twice[i] = 2 * dir[i];
    put(&d2, twice, 0);
    struct tangents r = __enzyme_fwddiff((void *)objective, enzyme_primal_return, enzyme_width, 2,
                                         a.x22_, d.x22_, d2.x22_, fuzz_opaque(6));
    get(&d, dout);
    get(&d2, out2);
    for (int i = 0; i < 1; i++)
        dout[i] = fuzz_lanes(dout[i], out2[i]);
    *value = r.value;
    return fuzz_lanes(r.lane, r.lane2);
}

struct gradient {
    double value;
    double x22_;
};
extern struct gradient __enzyme_autodiff(void *, ...);
static void reverse(const double *in, const double *seed, double *grad, double *out, double *value)
{
    struct args a, d;
    put(&a, in, 1), put(&d, seed, 0), reset_globals();
    struct gradient r =
        __enzyme_autodiff((void *)objective, enzyme_primal_return, a.x22_, fuzz_opaque(6));
    get(&a, out), get(&d, grad);
    *value = r.value;
    grad[0] = r.x22_;
}

#endif
int main(void)
{
    static const double point[] = {-0.19};
    struct fuzz_case c = {
        .leaves = 1,
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
