/* Random program of seed 827.  It uses:
 *   bytes      floating values copied as bytes or integers
 *   call       calls of helper functions
 *   integer    integer code
 *   malloc     malloc and free
 *   math       math functions
 *   pointer    pointers to scalars and into arrays
 *   primalret  enzyme_primal_return
 *   realloc    realloc
 *   special    special functions
 *   ternary    conditional expressions
 * One unit. */
#define _GNU_SOURCE
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct node { double value; struct node *next; };
union bits { double d; uint64_t u; };
struct s0 { double x; double y[4]; double z[4]; double w[2]; };
struct s1 { double x; };
static double h1_(double a, double b, int k);
static double * h2_(double *p, int n, int k);

#include "fuzz_check.h"

static double h1_(double a, double b, int k) {
  return 0.99;
}

static double * h2_(double *p, int n, int k) {
  if (k & 1) return p;
  return p + (n - 1);
}

double objective(double x3_, double *x4_, int n) {
  double v7_ = cosh((0.50 * (0.50 * x3_ * x4_[(n * n + 3) % 4])));
  uint64_t b6_;
  memcpy(&b6_, &v7_, sizeof b6_);
  v7_ = 1.43;
  memcpy(&x3_, &b6_, sizeof b6_);
   {
    double *p8_ = malloc((size_t)2 * sizeof *p8_);
    for (int i9_ = 0; i9_ < 2; i9_++) {
      p8_[i9_] = tanh((0.30 * ((x4_[(i9_ >> 1) % 4] - 0.99) + v7_ * x4_[(i9_ + 5) % 4])));
    }
    double *p11_ = h2_(p8_, 2, (n + 5) % 8);
    *p11_ = 0.5 * *p11_ + 0.5 * (cos((x4_[n % 4] - 0.25 * (double)((n ^ n) & 31))));
    p8_ = realloc(p8_, (size_t)(2 + 2) * sizeof *p8_);
    for (int i12_ = 2; i12_ < 2 + 2; i12_++) {
      p8_[i12_] = tanh(acosh(3.0 + tanh(v7_)));
    }
    x4_[((n ^ n) & 31) % 4] = 0.5 * x4_[((n ^ n) & 31) % 4] + 0.5 * p8_[0];
    free(p8_);
  }
  return (0.39 * tgamma(2.5 + 0.5 * cos((0.66 * v7_ / (1.0 + x4_[1] * x4_[1]))))) + (0.18 * ((v7_ / (1.0 + 1.83 * 1.83) - h1_(x3_, x4_[0], n)) + ((n * n + 4) < 2 ? (v7_ + v7_) : x4_[n % 4] * x3_))) + x3_;
}

struct args {
  double x3_;
  double x4_[4];
  int unused;
};

static void put(struct args *a, const double *v, int ints) {
  memset(a, 0, sizeof *a), (void)ints;
  a->x3_ = v[0];
  for (int i = 0; i < 4; i++) a->x4_[i] = v[1 + i];
}

static void get(const struct args *a, double *v) {
  (void)a;
  v[0] = 0;
  for (int i = 0; i < 4; i++) v[1 + i] = a->x4_[i];
}

static void reset_globals(void) {
}

static double primal(const double *in, double *out) {
  struct args a;
  put(&a, in, 1), reset_globals();
  double r = 0; r = objective(a.x3_, a.x4_, fuzz_opaque(4));
  get(&a, out);
  return r;
}

#ifndef FUZZ_PRIMAL_ONLY
extern int enzyme_const, enzyme_dup, enzyme_out, enzyme_width, enzyme_primal_return;
struct tangents { double value; double lane; };
extern struct tangents __enzyme_fwddiff(void *, ...);
static double forward(const double *in, const double *dir, double *dout, double *value) {
  struct args a, d;
  put(&a, in, 1), put(&d, dir, 0), reset_globals();
  struct tangents r = __enzyme_fwddiff((void *)objective, enzyme_primal_return, a.x3_, d.x3_, a.x4_, d.x4_, fuzz_opaque(4));
  get(&d, dout);
  *value = r.value;
  return r.lane;
}

struct gradient { double value; double x3_; };
extern struct gradient __enzyme_autodiff(void *, ...);
static void reverse(const double *in, const double *seed, double *grad, double *out, double *value) {
  struct args a, d;
  put(&a, in, 1), put(&d, seed, 0), reset_globals();
  struct gradient r = __enzyme_autodiff((void *)objective, enzyme_primal_return, a.x3_, a.x4_, d.x4_, fuzz_opaque(4));
  get(&a, out), get(&d, grad);
  *value = r.value;
  grad[0] = r.x3_;
}

#endif
int main(void) {
  static const double point[] = {-0.82, -0.90, 0.38, -0.47, -0.44};
  struct fuzz_case c = {.leaves = 5, .point = point, .single = 0, .has_value = 1,
    .primal = primal,
  #ifndef FUZZ_PRIMAL_ONLY
    .forward = forward, .reverse = reverse,
  #endif
  };
  return fuzz_check(&c);
}
