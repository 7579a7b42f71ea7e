/* Random program of seed 1165.  It uses:
 *   global     global variables
 *   markers    explicit activity markers
 *   memcpy     memcpy and memmove
 *   struct     structs
 * One unit. */
#define _GNU_SOURCE
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct node { double value; struct node *next; };
union bits { double d; uint64_t u; };
struct s0 { double x; };
extern double g1_[3];
extern double g3_[2];

#include "fuzz_check.h"

double g1_[3];
double g3_[2];
double objective(double x5_, double *x6_, struct s0 *x7_, int n) {
  memmove(x6_, x6_ + 1, 4 * sizeof *x6_);
  return x7_->x + g1_[2] + (0.33 * x7_->x / (1.0 + x7_->x * x7_->x));
}

struct args {
  double x5_;
  double x6_[5];
  struct s0 x7_;
  int unused;
};

static void put(struct args *a, const double *v, int ints) {
  memset(a, 0, sizeof *a), (void)ints;
  a->x5_ = v[0];
  for (int i = 0; i < 5; i++) a->x6_[i] = v[1 + i];
  a->x7_.x = v[6];
}

static void get(const struct args *a, double *v) {
  (void)a;
  v[0] = 0;
  for (int i = 0; i < 5; i++) v[1 + i] = a->x6_[i];
  v[6] = a->x7_.x;
}

static void reset_globals(void) {
  g1_[0] = 1.28;
  g1_[1] = 1.67;
  g1_[2] = 1.62;
  g3_[0] = 1.06;
  g3_[1] = 0.33;
}

static double primal(const double *in, double *out) {
  struct args a;
  put(&a, in, 1), reset_globals();
  double r = 0; r = objective(a.x5_, a.x6_, &a.x7_, fuzz_opaque(6));
  get(&a, out);
  return r;
}

#ifndef FUZZ_PRIMAL_ONLY
extern int enzyme_const, enzyme_dup, enzyme_out, enzyme_width, enzyme_primal_return;
extern double __enzyme_fwddiff(void *, ...);
static double forward(const double *in, const double *dir, double *dout, double *value) {
  struct args a, d;
  put(&a, in, 1), put(&d, dir, 0), reset_globals();
  double r = __enzyme_fwddiff((void *)objective, enzyme_dup, a.x5_, d.x5_, enzyme_dup, a.x6_, d.x6_, enzyme_dup, &a.x7_, &d.x7_, enzyme_const, fuzz_opaque(6));
  get(&d, dout);
  return r;
}

extern double __enzyme_autodiff(void *, ...);
static void reverse(const double *in, const double *seed, double *grad, double *out, double *value) {
  struct args a, d;
  put(&a, in, 1), put(&d, seed, 0), reset_globals();
  double r = __enzyme_autodiff((void *)objective, enzyme_out, a.x5_, enzyme_dup, a.x6_, d.x6_, enzyme_dup, &a.x7_, &d.x7_, enzyme_const, fuzz_opaque(6));
  get(&a, out), get(&d, grad);
  grad[0] = r;
}

#endif
int main(void) {
  static const double point[] = {-1.00, 0.83, 1.19, 0.62, -0.43, 0.61, -1.09};
  struct fuzz_case c = {.leaves = 7, .point = point, .single = 0, .has_value = 0,
    .primal = primal,
  #ifndef FUZZ_PRIMAL_ONLY
    .forward = forward, .reverse = reverse,
  #endif
  };
  return fuzz_check(&c);
}
