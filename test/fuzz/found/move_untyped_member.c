/* Random program of seed 856.  It uses:
 *   array      local arrays
 *   call       calls of helper functions
 *   integer    integer code
 *   markers    explicit activity markers
 *   memcpy     memcpy and memmove
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

struct node { double value; struct node *next; };
union bits { double d; uint64_t u; };
struct s0 { double x; int y; double z[2]; double w; };
struct s1 { double x; int y; };
double h1_(double a, double b, int k);

#if UNIT != 2
#include "fuzz_check.h"

double objective(double x2_, struct s0 *x3_, double x4_, double *x5_, int n) {
  double a8_[2] = {x2_, x2_};
  memmove(x3_->z, x3_->z + 1, 1 * sizeof *x3_->z);
  return (0.50 * (n <= n || n == 3 ? h1_(x5_[n], (0.51 * (x3_->x + 1.67)), 1) : h1_(x3_->x, (0.25 * x3_->w * x3_->x), 0))) + x5_[(x3_->y >> 1)] + x3_->x;
}

struct args {
  double x2_;
  struct s0 x3_;
  double x4_;
  double x5_[5];
  int unused;
};

static void put(struct args *a, const double *v, int ints) {
  memset(a, 0, sizeof *a), (void)ints;
  a->x2_ = v[0];
  a->x3_.x = v[1];
  a->x3_.y = ints ? 3 : 0;
  a->x3_.z[0] = v[2];
  a->x3_.z[1] = v[3];
  a->x3_.w = v[4];
  a->x4_ = v[5];
  for (int i = 0; i < 5; i++) a->x5_[i] = v[6 + i];
}

static void get(const struct args *a, double *v) {
  (void)a;
  v[0] = 0;
  v[1] = a->x3_.x;
  v[2] = a->x3_.z[0];
  v[3] = a->x3_.z[1];
  v[4] = a->x3_.w;
  v[5] = 0;
  for (int i = 0; i < 5; i++) v[6 + i] = a->x5_[i];
}

static void reset_globals(void) {
}

static double primal(const double *in, double *out) {
  struct args a;
  put(&a, in, 1), reset_globals();
  double r = 0; r = objective(a.x2_, &a.x3_, a.x4_, a.x5_, fuzz_opaque(1));
  get(&a, out);
  return r;
}

#ifndef FUZZ_PRIMAL_ONLY
extern int enzyme_const, enzyme_dup, enzyme_out, enzyme_width, enzyme_primal_return;
extern double __enzyme_fwddiff(void *, ...);
static double forward(const double *in, const double *dir, double *dout, double *value) {
  struct args a, d;
  put(&a, in, 1), put(&d, dir, 0), reset_globals();
  double r = __enzyme_fwddiff((void *)objective, enzyme_dup, a.x2_, d.x2_, enzyme_dup, &a.x3_, &d.x3_, enzyme_dup, a.x4_, d.x4_, enzyme_dup, a.x5_, d.x5_, enzyme_const, fuzz_opaque(1));
  get(&d, dout);
  return r;
}

struct gradient { double x2_; double x4_; };
extern struct gradient __enzyme_autodiff(void *, ...);
static void reverse(const double *in, const double *seed, double *grad, double *out, double *value) {
  struct args a, d;
  put(&a, in, 1), put(&d, seed, 0), reset_globals();
  struct gradient r = __enzyme_autodiff((void *)objective, enzyme_out, a.x2_, enzyme_dup, &a.x3_, &d.x3_, enzyme_out, a.x4_, enzyme_dup, a.x5_, d.x5_, enzyme_const, fuzz_opaque(1));
  get(&a, out), get(&d, grad);
  grad[0] = r.x2_;
  grad[5] = r.x4_;
}

#endif
int main(void) {
  static const double point[] = {0.30, 0.29, -0.70, -0.52, -0.15, 0.48, 0.15, -0.83, 0.81, -0.82, -0.33};
  struct fuzz_case c = {.leaves = 11, .point = point, .single = 0, .has_value = 0,
    .primal = primal,
  #ifndef FUZZ_PRIMAL_ONLY
    .forward = forward, .reverse = reverse,
  #endif
  };
  return fuzz_check(&c);
}
#endif

#if UNIT != 1
double h1_(double a, double b, int k) {
  return 0.25 * (double)(k >> 1);
}

#endif
