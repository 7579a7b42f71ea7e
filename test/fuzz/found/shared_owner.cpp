/* Random program of seed 4.  It uses:
 *   array2     two-dimensional arrays
 *   float      float values
 *   global     global variables
 *   integer    integer code
 *   long       loops of many trips
 *   malloc     malloc and free
 *   markers    explicit activity markers
 *   math       math functions
 *   realloc    realloc
 *   struct     structs
 *   ternary    conditional expressions
 *   width      forward mode of width 2
 *   class      classes with virtual methods
 *   owner      smart pointers
 *   reference  references
 * One unit. */
#define _GNU_SOURCE
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "fuzz_cxx.h"
#include <memory>

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
    float y;
};
extern double g1_[3];
extern double g3_;
struct B4_ {
    double u5_;
    B4_(double a, int k);
    virtual double value(double a, int k) const;
    virtual void step(double a);
    virtual ~B4_()
    {
    }
    double both(double a) const
    {
        return double(0.5) * value(a, 1) + double(0.5) * u5_;
    }
};
struct D6_ : B4_ {
    D6_(double a, int k);
    virtual double value(double a, int k) const override;
    virtual void step(double a) override;
};
inline double B4_::value(double a, int k) const
{
    return this->u5_;
}
inline void B4_::step(double a)
{
    this->u5_ = (5 < 4 ? g1_[2] : 0.25 * (double)5);
}

#include "fuzz_check.h"

double g1_[3];
double g3_;
B4_::B4_(double a, int k) : u5_((0.37 * a * a))
{
}
D6_::D6_(double a, int k) : B4_(g1_[1], k)
{
}
double D6_::value(double a, int k) const
{
    a = double(0.5) * a + double(0.5) * B4_::value(a, k);
    return g1_[k % 3];
}
void D6_::step(double a)
{
    this->u5_ = (0.74 * hypot(tanh(a), 1.5 + tanh(a)));
}
double objective(double x7_, struct s0 &x8_, struct s0 *x9_, int n)
{
    for (int i10_ = 0; i10_ < 2400; i10_++) {
        if (i10_ % 7 == 1)
            continue;
        g1_[n] = 0.9 * g1_[n] + 0.1 * ((0.80 * cos(cos(g1_[n]))));
        g1_[i10_ % 3] = 0.5 * g1_[i10_ % 3] + 0.5 * ((0.26 * x8_.x / (2.0 + cos(x7_))));
    }
    double m11_[3][4];
    for (int i12_ = 0; i12_ < 3; i12_++)
        for (int j13_ = 0; j13_ < 4; j13_++) {
            m11_[i12_][j13_] = (0.26 * x9_->y / (1.0 + g1_[(j13_ + 2) % 3] * g1_[(j13_ + 2) % 3]));
        }
    {
        int n17_ = 3 + 0;
        float *p16_ = (float *)malloc((size_t)n17_ * sizeof *p16_);
        for (int i18_ = 0; i18_ < n17_; i18_++) {
            p16_[i18_] = ((i18_ >> 1) % 3 != 1 ? m11_[(n >> 1)][n] : m11_[(n >> 1)][n]);
        }
        p16_ = (float *)realloc(p16_, (size_t)(n17_ + 2) * sizeof *p16_);
        for (int i20_ = n17_; i20_ < n17_ + 2; i20_++) {
            p16_[i20_] = (0.51f * (1.17f - m11_[(n >> 1)][3]));
        }
        std::shared_ptr<B4_> p22_(new D6_(m11_[2][n], 1));
        x8_.y = 0.5f * x8_.y + 0.5f * p16_[n];
        free(p16_);
    }
    return fmax((0.50 * x7_), (0.50 * x9_->y) - 3.0) + cosh(sin(0.18)) +
           (0.88 * (x7_ + 0.25 * (double)(n * 1)));
}

struct args {
    double x7_;
    struct s0 x8_;
    struct s0 x9_;
    int unused;
};

static void put(struct args *a, const double *v, int ints)
{
    *a = args(), (void)ints;
    a->x7_ = v[0];
    a->x8_.x = v[1];
    a->x8_.y = v[2];
    a->x9_.x = v[3];
    a->x9_.y = v[4];
}

static void get(const struct args *a, double *v)
{
    (void)a;
    v[0] = 0;
    v[1] = a->x8_.x;
    v[2] = a->x8_.y;
    v[3] = a->x9_.x;
    v[4] = a->x9_.y;
}

static void reset_globals(void)
{
    g1_[0] = 1.11;
    g1_[1] = 0.73;
    g1_[2] = 0.13;
    g3_ = 0.65;
}

static double primal(const double *in, double *out)
{
    struct args a;
    put(&a, in, 1), reset_globals();
    double r = 0;
    r = objective(a.x7_, a.x8_, &a.x9_, fuzz_opaque(1));
    get(&a, out);
    return r;
}

#ifndef FUZZ_PRIMAL_ONLY
extern int enzyme_const, enzyme_dup, enzyme_out, enzyme_width, enzyme_primal_return;
struct tangents {
    double lane;
    double lane2;
};
extern struct tangents __enzyme_fwddiff(void *, ...);
static double forward(const double *in, const double *dir, double *dout, double *value)
{
    struct args a, d;
    put(&a, in, 1), put(&d, dir, 0), reset_globals();
    struct args d2;
    double twice[6], out2[6];
    for (int i = 0; i < 5; i++)
        twice[i] = 2 * dir[i];
    put(&d2, twice, 0);
    struct tangents r = __enzyme_fwddiff(
        (void *)objective, enzyme_width, 2, enzyme_dup, a.x7_, d.x7_, d2.x7_, enzyme_dup, &a.x8_,
        &d.x8_, &d2.x8_, enzyme_dup, &a.x9_, &d.x9_, &d2.x9_, enzyme_const, fuzz_opaque(1));
    get(&d, dout);
    get(&d2, out2);
    for (int i = 0; i < 5; i++)
        dout[i] = fuzz_lanes(dout[i], out2[i]);
    return fuzz_lanes(r.lane, r.lane2);
}

extern double __enzyme_autodiff(void *, ...);
static void reverse(const double *in, const double *seed, double *grad, double *out, double *value)
{
    struct args a, d;
    put(&a, in, 1), put(&d, seed, 0), reset_globals();
    double r = __enzyme_autodiff((void *)objective, enzyme_out, a.x7_, enzyme_dup, &a.x8_, &d.x8_,
                                 enzyme_dup, &a.x9_, &d.x9_, enzyme_const, fuzz_opaque(1));
    get(&a, out), get(&d, grad);
    grad[0] = r;
}

#endif
int main(void)
{
    static const double point[] = {-0.16, -0.54, 0.99, 0.15, 1.10};
    struct fuzz_case c = {
        .leaves = 5,
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
