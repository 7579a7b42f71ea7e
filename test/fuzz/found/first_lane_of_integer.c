/* Random program of seed 53408.  It uses:
 *   array      local arrays
 *   array2     two-dimensional arrays
 *   bytes      floating values copied as bytes or integers
 *   call       calls of helper functions
 *   earlyret   return before the end
 *   float      float values
 *   fploop     loops whose trip count depends on active values
 *   global     global variables
 *   inplace    updates in place
 *   integer    integer code
 *   math       math functions
 *   memset     memset
 *   pointer2   pointers to pointers
 *   primalret  enzyme_primal_return
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
extern double g1_[2];
extern double g3_[3];
extern float g5_;
static double h6_(double a, double b, int k);
static void h12_(double a, const double *q, double *r);

#include "fuzz_check.h"

double g1_[2];
double g3_[3];
float g5_;
static double h6_(double a, double b, int k)
{
    double m7_[3][2];
    for (int i8_ = 0; i8_ < 3; i8_++)
        for (int j9_ = 0; j9_ < 2; j9_++) {
            m7_[i8_][j9_] = (0.84 * 1.26 * sin(tanh(fabs(2.0 + (0.50 * b)))));
        }
    memset(m7_[(k + 3) % 3], 0, (size_t)(k % 3) * sizeof *m7_[(k + 3) % 3]);
    m7_[(k + 3) % 3][0] =
        (0.22 * g1_[0] / (2.0 + (0.50 * m7_[2][k % 2])) /
         (2.0 + tanh((m7_[2][(k >> 1) % 2] - m7_[(k + 3) % 3][1]))) /
         (2.0 + (0.50 * fmod(0.4 * tanh((0.66 * b / (2.0 + cos(g1_[0])))) + 7.5, 2.0))));
    return a;
}

static void h12_(double a, const double *q, double *r)
{
    double s13_ = 0.0, u14_ = 0.0;
    int k15_ = 0;
    while (s13_ < 1.3 && k15_ < 12) {
        u14_ += 0.05 * (1.3 - s13_) * (1.3 - s13_) *
                ((0.76 * atanh(0.5 * (0.75 * (0.66 * h6_(s13_, g1_[((k15_ ^ k15_) & 31) % 2],
                                                         (k15_ * 5) % 5))))));
        s13_ +=
            0.5 +
            0.25 * ((0.33 *
                     fabs(2.0 + (0.62 * sqrt(1.5 + (0.50 * (0.50 * g3_[((k15_ ^ k15_) & 31) % 3] *
                                                            (*q))))))));
        k15_++;
    }
    g1_[2 % 2] = 0.3 * g1_[2 % 2] + u14_;
    if (3 & 1) {
        return;
    }
    float *p16_[3] = {&g5_, &g5_, &g5_};
    float *t17_ = p16_[0];
    p16_[0] = p16_[4 % 3];
    p16_[4 % 3] = t17_;
    for (float **i18_ = p16_; i18_ < p16_ + 3; i18_++) {
        **i18_ = tanf(0.5f * cosf(g5_));
        a = (0.64 * (0.80 * (g3_[5 % 3] + 1.17)));
    }
    *r = log1p(0.5 * (0.50 * exp2((0.50 * g3_[2]))));
}

float objective(float *x19_, float **x20_, double x21_, const double *x22_, int n)
{
    g5_ = 0.6f * g5_ + 0.4f * ((0.57f * atanf(tanhf(g1_[(n * 2) % 2])) /
                                (1.0f + (g1_[n % 2] + x22_[n]) * (g1_[n % 2] + x22_[n]))));
    x20_[0][(n + 1) % 2] =
        0.6f * x20_[0][(n + 1) % 2] +
        0.4f * (cosf((sqrtf(1.5f + (0.50f * g5_)) + fmodf(0.4f * (0.50f * g3_[n]) + 7.5f, 2.0f))));
    x21_ = 0.6 * x21_ +
           0.4 * ((0.50 * h6_(x21_, (0.33 * g1_[n % 2] / (1.0 + x20_[0][1] * x20_[0][1])), 3)));
    double a28_[5] = {g3_[n], (0.33 * g5_ / (2.0 + cos(x20_[1][0]))), g5_,
                      (0.66 * fabs(2.0 + sin(x20_[1][(n * 1) % 2]))),
                      (0.33 * x21_ / (2.0 + tanh(x21_)))};
    if (n & 1) {
        return x21_;
    }
    memset(a28_, 0, (size_t)((n * n + 3) % 6) * sizeof *a28_);
    a28_[3] = (0.53 * sin(cos(g1_[(n * 3) % 2])) * cosh(cos(g5_)));
    unsigned char b30_[2 * sizeof *x19_];
    memcpy(b30_, x19_, sizeof b30_);
    x19_[1] =
        (0.27f *
         ((h6_(a28_[n], fmod(0.4 * (0.50 * x21_) + 7.5, 2.0), n) + fabsf(2.0f + cosf(x20_[0][0]))) +
          atanhf(0.5f * sinf((x21_ + x21_)))));
    memcpy(x19_, b30_, 1 * sizeof *x19_);
    return expm1f(sinf(0.25f * (float)(n * 5))) +
           (0.25f * fmaxf(sinf(x19_[1]), sinf(g1_[1]) - 3.0f) * (x21_ - g1_[0])) + x21_;
}

static const double constants_x22_[] = {0.31, 1.7, -0.6, 0.9, 1.1};
struct args {
    float x19_[2];
    float x20_data[2][2], *x20_[2];
    double x21_;
    int unused;
};

static void put(struct args *a, const double *v, int ints)
{
    memset(a, 0, sizeof *a), (void)ints;
    for (int i = 0; i < 2; i++)
        a->x19_[i] = v[0 + i];
    a->x20_[0] = a->x20_data[0], a->x20_[1] = a->x20_data[1];
    for (int i = 0; i < 4; i++)
        a->x20_data[i / 2][i % 2] = v[2 + i];
    a->x21_ = v[6];
}

static void get(const struct args *a, double *v)
{
    (void)a;
    for (int i = 0; i < 2; i++)
        v[0 + i] = a->x19_[i];
    for (int i = 0; i < 4; i++)
        v[2 + i] = a->x20_data[i / 2][i % 2];
    v[6] = 0;
}

static void reset_globals(void)
{
    g1_[0] = 0.85;
    g1_[1] = 1.81;
    g3_[0] = 1.64;
    g3_[1] = 0.36;
    g3_[2] = 1.18;
    g5_ = 0.62f;
}

static double primal(const double *in, double *out)
{
    struct args a;
    put(&a, in, 1), reset_globals();
    double r = 0;
    r = objective(a.x19_, a.x20_, a.x21_, constants_x22_, fuzz_opaque(2));
    get(&a, out);
    return r;
}

#ifndef FUZZ_PRIMAL_ONLY
extern int enzyme_const, enzyme_dup, enzyme_out, enzyme_width, enzyme_primal_return;
struct tangents {
    float value;
    float lane;
};
extern struct tangents __enzyme_fwddiff(void *, ...);
static double forward(const double *in, const double *dir, double *dout, double *value)
{
    struct args a, d;
    put(&a, in, 1), put(&d, dir, 0), reset_globals();
    struct tangents r =
        __enzyme_fwddiff((void *)objective, enzyme_primal_return, a.x19_, d.x19_, a.x20_, d.x20_,
                         a.x21_, d.x21_, enzyme_const, constants_x22_, fuzz_opaque(2));
    get(&d, dout);
    *value = r.value;
    return r.lane;
}

struct gradient {
    float value;
    double x21_;
};
extern struct gradient __enzyme_autodiff(void *, ...);
static void reverse(const double *in, const double *seed, double *grad, double *out, double *value)
{
    struct args a, d;
    put(&a, in, 1), put(&d, seed, 0), reset_globals();
    struct gradient r =
        __enzyme_autodiff((void *)objective, enzyme_primal_return, a.x19_, d.x19_, a.x20_, d.x20_,
                          a.x21_, enzyme_const, constants_x22_, fuzz_opaque(2));
    get(&a, out), get(&d, grad);
    *value = r.value;
    grad[6] = r.x21_;
}

#endif
int main(void)
{
    static const double point[] = {0.49, -0.84, -1.14, -0.62, -0.53, 0.64, -0.86};
    struct fuzz_case c = {
        .leaves = 7,
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
