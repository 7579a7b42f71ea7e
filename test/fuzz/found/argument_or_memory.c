/* Random program of seed 51616.  It uses:
 *   array      local arrays
 *   array2     two-dimensional arrays
 *   break      break
 *   call       calls of helper functions
 *   for        for loops
 *   global     global variables
 *   inplace    updates in place
 *   list       linked lists
 *   markers    explicit activity markers
 *   math       math functions
 *   pointer2   pointers to pointers
 *   primalret  enzyme_primal_return
 *   struct     structs
 *   ternary    conditional expressions
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
    double y;
    double z;
    double w;
};
extern double g1_;
extern double g2_[4];
extern double g4_;
double h5_(struct s0 *s, double a);
void h17_(double a, const double *q, double *r);
double h26_(double a, double b, int k);
double h39_(const double *p, int n, double a);

#if UNIT != 2
#include "fuzz_check.h"

void h17_(double a, const double *q, double *r)
{
    for (int i18_ = 0; i18_ < 4; i18_++) {
        double *p19_[3] = {&g2_[(int)i18_], &g1_, &g2_[(int)i18_]};
        double *t20_ = p19_[0];
        p19_[0] = p19_[(int)i18_ % 3];
        p19_[(int)i18_ % 3] = t20_;
        for (double **i21_ = p19_; i21_ < p19_ + 3; i21_++) {
            **i21_ =
                (0.30 * (((int)i18_ < 1 ? (*q) : g2_[(int)i18_]) / (2.0 + (0.25 * (g1_ - 1.55))) +
                         sinh((0.50 * exp2(cos((**i21_)))))));
            g2_[(int)i18_] = cos((0.80 * (0.25 * (double)(int)i18_ - g2_[1])));
        }
        g2_[(int)i18_] = (0.80 * g2_[(int)i18_]);
    }
    for (int i22_ = 0, j23_ = 4; i22_ < j23_; i22_++, j23_--) {
        struct s0 s24_ = {g4_, log1p(0.5 * cos(g2_[3])), g2_[2], g2_[j23_ % 4]};
        double t25_ =
            h5_(&s24_, (0.06 * s24_.w * s24_.y / (1.0 + (g2_[3] + g2_[0]) * (g2_[3] + g2_[0]))));
        s24_.x = t25_;
    }
    *r = tanh((0.50 * ((4 <= 3 || 4 == 3 ? g2_[4 % 4] : g2_[1]) - (g2_[2] + a))));
}

double h26_(double a, double b, int k)
{
    struct s0 s27_ = {(k % 3 != 0 ? g2_[k % 4] : g4_), g2_[k % 4], (0.50 * (g2_[3] + g1_)), g1_};
    struct s0 *s28_ = &s27_;
    double t29_ = h5_(&(*s28_), g2_[k % 4]);
    s28_->y = t29_;
    double *p30_[3] = {&s28_->x, &s28_->y, &s28_->z};
    double *t31_ = p30_[0];
    p30_[0] = p30_[k % 3];
    p30_[k % 3] = t31_;
    for (double **i32_ = p30_; i32_ < p30_ + 3; i32_++) {
        **i32_ = (0.80 * b);
        s28_->x = (0.66 * fabs(2.0 + (0.25 * (k < 4 ? (b + t29_) : t29_))));
    }
    struct node *l33_ = NULL;
    for (int i35_ = 0; i35_ < 4; i35_++) {
        struct node *e34_ = malloc(sizeof *e34_);
        e34_->value = (0.80 * g2_[i35_ % 4]);
        e34_->next = l33_;
        l33_ = e34_;
    }
    for (struct node *e34_ = l33_; e34_; e34_ = e34_->next) {
        double a36_[3];
        for (int i37_ = 0; i37_ < 3; i37_++) {
            a36_[i37_] =
                (0.26 * (atan2((0.50 * s28_->x), 2.0 + tanh(g1_)) - (g2_[i37_ % 4] + g1_)));
        }
    }
    while (l33_) {
        struct node *e34_ = l33_;
        l33_ = e34_->next;
        b = 0.5 * b + 0.5 * sin(e34_->value);
        free(e34_);
    }
    return tan(0.5 * tanh((0.38 * 0.25 * (double)k * g2_[k % 4] / (1.0 + t29_ * t29_))));
}

double h39_(const double *p, int n, double a)
{
    a *= 0.5 +
         0.5 * ((0.50 * h26_((0.71 * exp((0.50 * g1_))), (n <= n || n == 3 ? p[0] : g4_), n % 5)));
    a = (0.18 * g2_[n % 4] * (p[1] - g1_));
    return (0.95 * acos(0.5 * (0.50 * p[n % 2])));
}

double objective(double *x41_, const double *x42_, int n)
{
    h17_((0.50 * h26_(1.34, cos((0.18 - x41_[n])), 3)), &g4_, &g1_);
    struct s0 s45_ = {(0.50 * g1_ / (2.0 + (0.50 * x41_[n]))), cos((g2_[n] + 1.81)),
                      atan((0.50 * g1_)), (0.50 * (g4_ - g2_[n]))};
    double t46_ = h5_(&s45_, (0.50 * h26_(s45_.y, (0.50 * g2_[3] / (2.0 + (0.50 * x41_[n]))), n)));
    s45_.x = t46_;
    for (int i47_ = 0; i47_ < 4; i47_++) {
        h17_(s45_.w, &t46_, &g4_);
        g2_[0] = (0.75 * sin(tanh((0.50 * g4_ * g2_[(int)i47_]))));
    }
    return (n <= n || n == 3 ? s45_.x : s45_.z) +
           (0.75 *
            log1p(0.5 * cos((0.66 * h26_(sin(sin(x41_[n])), (0.33 * h39_(g2_, 4, g1_)), 2))))) +
           (0.33 * t46_ / (1.0 + t46_ * t46_));
}

static const double constants_x42_[] = {0.31, 1.7, -0.6, 0.9, 1.1};
struct args {
    double x41_[2];
    int unused;
};

static void put(struct args *a, const double *v, int ints)
{
    memset(a, 0, sizeof *a), (void)ints;
    for (int i = 0; i < 2; i++)
        a->x41_[i] = v[0 + i];
}

static void get(const struct args *a, double *v)
{
    (void)a;
    for (int i = 0; i < 2; i++)
        v[0 + i] = a->x41_[i];
}

static void reset_globals(void)
{
    g1_ = 1.61;
    g2_[0] = 1.10;
    g2_[1] = 1.89;
    g2_[2] = 1.04;
    g2_[3] = 0.82;
    g4_ = 0.58;
}

static double primal(const double *in, double *out)
{
    struct args a;
    put(&a, in, 1), reset_globals();
    double r = 0;
    r = objective(a.x41_, constants_x42_, fuzz_opaque(1));
    get(&a, out);
    return r;
}

#ifndef FUZZ_PRIMAL_ONLY
extern int enzyme_const, enzyme_dup, enzyme_out, enzyme_width, enzyme_primal_return;
struct tangents {
    double value;
    double lane;
};
extern struct tangents __enzyme_fwddiff(void *, ...);
static double forward(const double *in, const double *dir, double *dout, double *value)
{
    struct args a, d;
    put(&a, in, 1), put(&d, dir, 0), reset_globals();
    struct tangents r =
        __enzyme_fwddiff((void *)objective, enzyme_primal_return, enzyme_dup, a.x41_, d.x41_,
                         enzyme_const, constants_x42_, enzyme_const, fuzz_opaque(1));
    get(&d, dout);
    *value = r.value;
    return r.lane;
}

extern double __enzyme_autodiff(void *, ...);
static void reverse(const double *in, const double *seed, double *grad, double *out, double *value)
{
    struct args a, d;
    put(&a, in, 1), put(&d, seed, 0), reset_globals();
    double r =
        __enzyme_autodiff((void *)objective, enzyme_primal_return, enzyme_dup, a.x41_, d.x41_,
                          enzyme_const, constants_x42_, enzyme_const, fuzz_opaque(1));
    get(&a, out), get(&d, grad);
    *value = r;
}

#endif
int main(void)
{
    static const double point[] = {-0.22, -0.22};
    struct fuzz_case c = {
        .leaves = 2,
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
double g2_[4];
double g4_;
double h5_(struct s0 *s, double a)
{
    double m6_[3][4];
    for (int i7_ = 0; i7_ < 3; i7_++)
        for (int j8_ = 0; j8_ < 4; j8_++) {
            m6_[i7_][j8_] = (0.53 * hypot(sin(s->z), 1.5 + cos(g4_)));
        }
    g4_ += sin(cos(m6_[2][5 % 4]));
    g4_ = tanh(g4_);
    for (int i11_ = 0;; i11_++) {
        if (i11_ >= 4)
            break;
        double m12_[3][2];
        for (int i13_ = 0; i13_ < 3; i13_++)
            for (int j14_ = 0; j14_ < 2; j14_++) {
                m12_[i13_][j14_] = (0.42 * g4_ * 1.20);
            }
    }
    return m6_[2][3];
}

#endif
