/* Checks for derivative tests: each costs a test program one line.
 *
 * The functions declared here are compiled natively and never differentiated.
 * Every check counts; a check that fails prints file:line with what was
 * expected and what came, and the program goes on. A NaN never passes unless it
 * was asked for. End main with `return oracle_result();`: the status is 0 only
 * if at least one check ran and all passed.
 * The macros at the end of oracle_calls.h make whole comparisons (reverse
 * against forward against differences) for the common signatures. */
#ifndef ORACLE_H
#define ORACLE_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The place and the text of a check, for its message. */
struct oracle_site {
    const char *file;
    int line;
    const char *what;
};
/* ORACLE_SITE(text) and ORACLE_LIST(numbers...) point to temporaries: C has compound literals, C++
 * members of objects. */
#ifndef __cplusplus
#define ORACLE_SITE(text) (&(const struct oracle_site){__FILE__, __LINE__, (text)})
#define ORACLE_LIST(...)  ((const double[]){__VA_ARGS__})
#else
struct oracle_site_list {
    struct oracle_site at[1];
};
struct oracle_list {
    double at[4];
};
#define ORACLE_SITE(text) (oracle_site_list{{{__FILE__, __LINE__, (text)}}}.at)
#define ORACLE_LIST(...)  (oracle_list{{__VA_ARGS__}}.at)
#endif

/* Relative tolerances: analytic values in double and in float. */
#define ORACLE_DOUBLE_TOLERANCE 1e-10
#define ORACLE_FLOAT_TOLERANCE  2e-5

/* got equals want up to rel * (|want| + 0.01); infinities must be equal. */
bool oracle_close(const struct oracle_site *site, long double got, long double want, double rel);
bool oracle_close_array(const struct oracle_site *site, const double *got, const double *want,
                        int n, double rel);
bool oracle_that(const struct oracle_site *site, bool holds);
bool oracle_is_nan(const struct oracle_site *site, long double got);
/* The exit status for main; says so when checks failed or none ran. */
int oracle_result(void);

#define CHECK(got, want) oracle_close(ORACLE_SITE(#got), (got), (want), ORACLE_DOUBLE_TOLERANCE)
#define CHECK_FLOAT(got, want)                                                                     \
    oracle_close(ORACLE_SITE(#got), (got), (want), ORACLE_FLOAT_TOLERANCE)
#define CHECK_TOL(got, want, rel) oracle_close(ORACLE_SITE(#got), (got), (want), (rel))
#define CHECK_ARRAY(got, want, n)                                                                  \
    oracle_close_array(ORACLE_SITE(#got), (got), (want), (n), ORACLE_DOUBLE_TOLERANCE)
#define CHECK_THAT(condition) oracle_that(ORACLE_SITE(#condition), (condition))
#define CHECK_NAN(got)        oracle_is_nan(ORACLE_SITE(#got), (got))

/* n fixed pseudo-random numbers in [-1, 1); the same stream for the same seed. */
void oracle_random(double *out, int n, unsigned seed);
double oracle_dot(const double *a, const double *b, int n);

/* Central difference of t -> eval(context, t) at t = 0, extrapolated over
 * shrinking steps; *error gets an estimate of what is still wrong. */
typedef double oracle_eval(void *context, double t);
double oracle_difference(oracle_eval *eval, void *context, double *error);
/* Checks a derivative of eval at 0 against differences. scale is the size
 * (a norm of the gradient, say) to which the tolerance is relative. */
bool oracle_check_difference(const struct oracle_site *site, oracle_eval *eval, void *context,
                             double derivative, double scale);

/* Scalar functions: reverse, forward and differences agree. */
typedef double oracle_scalar_fn(double);
typedef double oracle_scalar2_fn(double, double);
typedef double oracle_scalar3_fn(double, double, double);
typedef float oracle_float_fn(float);
typedef long double oracle_long_fn(long double);
bool oracle_scalar(const struct oracle_site *site, oracle_scalar_fn *f, double x, double reverse,
                   double forward);
bool oracle_scalar2(const struct oracle_site *site, oracle_scalar2_fn *f, const double *at,
                    const double *reverse, const double *forward);
bool oracle_scalar3(const struct oracle_site *site, oracle_scalar3_fn *f, const double *at,
                    const double *reverse, const double *forward);
bool oracle_float(const struct oracle_site *site, oracle_float_fn *f, float x, float reverse,
                  float forward);
bool oracle_long(const struct oracle_site *site, oracle_long_fn *f, long double x,
                 long double reverse, long double forward);

/* Objectives double f(const double *x, int n). The caller fills reverse[] (the
 * gradient) and forward[i] (derivative along axis i, seed set up in seed[]). */
typedef double oracle_objective(const double *, int);
struct oracle_gradient {
    int n;
    double *x, *reverse, *forward, *seed;
};
struct oracle_gradient *oracle_gradient_begin(const double *x, int n);
/* Checks and frees g; want, compared up to rel, may be NULL. */
bool oracle_gradient_end(const struct oracle_site *site, oracle_objective *f,
                         struct oracle_gradient *g, const double *want, double rel);

/* Maps void f(const double *x, int n, double *y, int m) and void f(double *x, int n),
 * all arrays counted as input and output: a trial holds seeded copies for a
 * forward and for a reverse call. */
typedef void oracle_map(const double *, int, double *, int);
typedef void oracle_inplace(double *, int);
struct oracle_run {
    double *x, *dx, *y, *dy;
};
struct oracle_trial {
    int n, m;
    struct oracle_run forward, reverse, start;
    double *direction, *weight;
};
enum { ORACLE_TRIALS = 2 };
struct oracle_trial *oracle_trial_begin(const double *x, int n, const double *y, int m, int round);
/* Checks the primal results of both calls, forward against differences, and
 * <w, J v> = <J^T w, v>; frees the trial. */
bool oracle_map_end(const struct oracle_site *site, oracle_map *f, struct oracle_trial *trial);
bool oracle_inplace_end(const struct oracle_site *site, oracle_inplace *f,
                        struct oracle_trial *trial);

/* The same for any function, through callbacks over flat arrays: the primal
 * y = F(x); forward: y and dy from x and dx; reverse: adds J^T dy to dx. */
struct oracle_problem {
    int n, m;
    void (*primal)(const double *x, double *y);
    void (*forward)(const double *x, const double *dx, double *y, double *dy);
    void (*reverse)(const double *x, double *dx, double *y, double *dy);
};
bool oracle_problem(const struct oracle_site *site, const struct oracle_problem *p,
                    const double *x);

/* Bytes of heap in use, to see leaks; what a function prints to stdout. */
size_t oracle_heap_in_use(void);
void oracle_capture_begin(void);
const char *oracle_capture_end(void);

#ifdef __cplusplus
}
#endif

#include "oracle_calls.h"

#endif
