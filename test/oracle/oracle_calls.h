/* Markers, entry points and one-line comparisons for common signatures.
 *
 * The macros expand to derivative calls in the test program, so that they are
 * differentiated by the compiler under test. Entry points are variadic here;
 * programs that test other prototypes declare their own under another suffix.
 * With ORACLE_NUMERIC the macros use differences instead of derivative calls:
 * that checks the programs themselves, with any C compiler. With ORACLE_SPLIT
 * reverse calls become the two halves of split mode. */
#ifndef ORACLE_CALLS_H
#define ORACLE_CALLS_H

/* Variables have no language linkage in their names; as in <enzyme/enzyme>, they are not declared
 * extern "C". */
extern int enzyme_const, enzyme_dup, enzyme_dupnoneed, enzyme_out, enzyme_width,
    enzyme_primal_return;

#ifdef __cplusplus
extern "C" {
#endif

struct one {
    double x;
};
struct two {
    double x, y;
};
struct three {
    double x, y, z;
};
struct four {
    double x, y, z, w;
};
struct two_floats {
    float x, y;
};

extern double __enzyme_autodiff(void *, ...);
extern void __enzyme_autodiff_v(void *, ...);
extern float __enzyme_autodiff_f(void *, ...);
extern float __enzyme_autodiff_exact_f(void *, float);
extern long double __enzyme_autodiff_l(void *, ...);
extern struct two __enzyme_autodiff_2(void *, ...);
extern struct three __enzyme_autodiff_3(void *, ...);
extern struct four __enzyme_autodiff_4(void *, ...);

extern double __enzyme_fwddiff(void *, ...);
extern void __enzyme_fwddiff_v(void *, ...);
extern float __enzyme_fwddiff_f(void *, ...);
extern float __enzyme_fwddiff_exact_f(void *, float, float);
extern long double __enzyme_fwddiff_l(void *, ...);
extern struct two __enzyme_fwddiff_2(void *, ...);
extern struct three __enzyme_fwddiff_3(void *, ...);
extern struct four __enzyme_fwddiff_4(void *, ...);

#ifndef ORACLE_NUMERIC
#define ORACLE_GRADIENT_CALL(f, at, by, n)                                                         \
    ((void)__enzyme_autodiff((void *)(f), enzyme_dup, (at), (by), enzyme_const, (n)))
#define ORACLE_TANGENT_CALL(f, at, by, n)                                                          \
    __enzyme_fwddiff((void *)(f), enzyme_dup, (at), (by), enzyme_const, (n))
#define ORACLE_MAP_REVERSE_CALL(f, r, n, m)                                                        \
    __enzyme_autodiff_v((void *)(f), enzyme_dup, (r).x, (r).dx, enzyme_const, (n), enzyme_dup,     \
                        (r).y, (r).dy, enzyme_const, (m))
#define ORACLE_MAP_FORWARD_CALL(f, r, n, m)                                                        \
    __enzyme_fwddiff_v((void *)(f), enzyme_dup, (r).x, (r).dx, enzyme_const, (n), enzyme_dup,      \
                       (r).y, (r).dy, enzyme_const, (m))
#define ORACLE_INPLACE_REVERSE_CALL(f, r, n)                                                       \
    __enzyme_autodiff_v((void *)(f), enzyme_dup, (r).x, (r).dx, enzyme_const, (n))
#define ORACLE_INPLACE_FORWARD_CALL(f, r, n)                                                       \
    __enzyme_fwddiff_v((void *)(f), enzyme_dup, (r).x, (r).dx, enzyme_const, (n))
#define ORACLE_SCALAR_REVERSE_CALL(f, at)        __enzyme_autodiff((void *)(f), (at))
#define ORACLE_SCALAR_FORWARD_CALL(f, at)        __enzyme_fwddiff((void *)(f), (at), 1.0)
#define ORACLE_SCALAR2_REVERSE_CALL(f, at, at_y) __enzyme_autodiff_2((void *)(f), (at), (at_y))
#define ORACLE_SCALAR2_FORWARD_CALL(f, at, by, at_y, by_y)                                         \
    __enzyme_fwddiff((void *)(f), (at), (by), (at_y), (by_y))
#define ORACLE_SCALAR3_REVERSE_CALL(f, at, at_y, at_z)                                             \
    __enzyme_autodiff_3((void *)(f), (at), (at_y), (at_z))
#define ORACLE_SCALAR3_FORWARD_CALL(f, at, by, at_y, by_y, at_z, by_z)                             \
    __enzyme_fwddiff((void *)(f), (at), (by), (at_y), (by_y), (at_z), (by_z))
#define ORACLE_FLOAT_REVERSE_CALL(f, at) __enzyme_autodiff_exact_f((void *)(f), (at))
#define ORACLE_FLOAT_FORWARD_CALL(f, at) __enzyme_fwddiff_exact_f((void *)(f), (at), 1.0f)
#define ORACLE_LONG_REVERSE_CALL(f, at)  __enzyme_autodiff_l((void *)(f), (at))
#define ORACLE_LONG_FORWARD_CALL(f, at)  __enzyme_fwddiff_l((void *)(f), (at), 1.0L)
#else
#include "oracle_numeric.h"
#endif
#ifdef ORACLE_SPLIT
#include "oracle_split.h"
#endif

/* by[0..n) = gradient of double f(const double *x, int n) at x = at. */
#define GRADIENT(f, at, by, n)                                                                     \
    do {                                                                                           \
        for (int oracle_i = 0; oracle_i < (n); oracle_i++)                                         \
            (by)[oracle_i] = 0;                                                                    \
        ORACLE_GRADIENT_CALL(f, at, by, n);                                                        \
    } while (0)

/* double f(const double *x, int n): reverse, forward and differences agree,
 * and with _IS also with the closed form want[0..n). */
#define ORACLE_GRADIENT(f, at, n) ORACLE_GRADIENT_IS(f, at, n, NULL)
#define ORACLE_GRADIENT_IS(f, at, n, want)                                                         \
    do {                                                                                           \
        struct oracle_gradient *oracle_g = oracle_gradient_begin((at), (n));                       \
        ORACLE_GRADIENT_CALL(f, oracle_g->x, oracle_g->reverse, (n));                              \
        for (int oracle_i = 0; oracle_i < (n); oracle_i++) {                                       \
            oracle_g->seed[oracle_i] = 1;                                                          \
            oracle_g->forward[oracle_i] =                                                          \
                ORACLE_TANGENT_CALL(f, oracle_g->x, oracle_g->seed, (n));                          \
            oracle_g->seed[oracle_i] = 0;                                                          \
        }                                                                                          \
        oracle_gradient_end(ORACLE_SITE("gradient of " #f), (f), oracle_g, (want),                 \
                            ORACLE_DOUBLE_TOLERANCE);                                              \
    } while (0)

/* void f(const double *x, int n, double *y, int m), y read or not. */
#define ORACLE_MAP(f, at, n, at_y, m)                                                              \
    do {                                                                                           \
        for (int oracle_round = 0; oracle_round < ORACLE_TRIALS; oracle_round++) {                 \
            struct oracle_trial *oracle_t =                                                        \
                oracle_trial_begin((at), (n), (at_y), (m), oracle_round);                          \
            ORACLE_MAP_FORWARD_CALL(f, oracle_t->forward, (n), (m));                               \
            ORACLE_MAP_REVERSE_CALL(f, oracle_t->reverse, (n), (m));                               \
            oracle_map_end(ORACLE_SITE("map " #f), (f), oracle_t);                                 \
        }                                                                                          \
    } while (0)

/* void f(double *x, int n), updating x. */
#define ORACLE_INPLACE(f, at, n)                                                                   \
    do {                                                                                           \
        for (int oracle_round = 0; oracle_round < ORACLE_TRIALS; oracle_round++) {                 \
            struct oracle_trial *oracle_t = oracle_trial_begin((at), (n), NULL, 0, oracle_round);  \
            ORACLE_INPLACE_FORWARD_CALL(f, oracle_t->forward, (n));                                \
            ORACLE_INPLACE_REVERSE_CALL(f, oracle_t->reverse, (n));                                \
            oracle_inplace_end(ORACLE_SITE("in place " #f), (f), oracle_t);                        \
        }                                                                                          \
    } while (0)

/* Scalar signatures; the _IS forms also compare with the closed form. */
#define ORACLE_SCALAR(f, at)                                                                       \
    oracle_scalar(ORACLE_SITE("derivative of " #f), (f), (at), ORACLE_SCALAR_REVERSE_CALL(f, at),  \
                  ORACLE_SCALAR_FORWARD_CALL(f, at))
#define ORACLE_SCALAR_IS(f, at, want)                                                              \
    do {                                                                                           \
        ORACLE_SCALAR(f, at);                                                                      \
        CHECK(ORACLE_SCALAR_REVERSE_CALL(f, at), want);                                            \
    } while (0)

#define ORACLE_SCALAR2(f, at, at_y)                                                                \
    do {                                                                                           \
        struct two oracle_r = ORACLE_SCALAR2_REVERSE_CALL(f, at, at_y);                            \
        oracle_scalar2(ORACLE_SITE("derivative of " #f), (f), ORACLE_LIST((at), (at_y)),           \
                       ORACLE_LIST(oracle_r.x, oracle_r.y),                                        \
                       ORACLE_LIST(ORACLE_SCALAR2_FORWARD_CALL(f, at, 1.0, at_y, 0.0),             \
                                   ORACLE_SCALAR2_FORWARD_CALL(f, at, 0.0, at_y, 1.0)));           \
    } while (0)
#define ORACLE_SCALAR2_IS(f, at, at_y, want_x, want_y)                                             \
    do {                                                                                           \
        struct two oracle_is = ORACLE_SCALAR2_REVERSE_CALL(f, at, at_y);                           \
        ORACLE_SCALAR2(f, at, at_y);                                                               \
        oracle_close(ORACLE_SITE(#f " by first argument"), oracle_is.x, (want_x),                  \
                     ORACLE_DOUBLE_TOLERANCE);                                                     \
        oracle_close(ORACLE_SITE(#f " by second argument"), oracle_is.y, (want_y),                 \
                     ORACLE_DOUBLE_TOLERANCE);                                                     \
    } while (0)

#define ORACLE_SCALAR3(f, at, at_y, at_z)                                                          \
    do {                                                                                           \
        struct three oracle_r = ORACLE_SCALAR3_REVERSE_CALL(f, at, at_y, at_z);                    \
        oracle_scalar3(                                                                            \
            ORACLE_SITE("derivative of " #f), (f), ORACLE_LIST((at), (at_y), (at_z)),              \
            ORACLE_LIST(oracle_r.x, oracle_r.y, oracle_r.z),                                       \
            ORACLE_LIST(ORACLE_SCALAR3_FORWARD_CALL(f, at, 1.0, at_y, 0.0, at_z, 0.0),             \
                        ORACLE_SCALAR3_FORWARD_CALL(f, at, 0.0, at_y, 1.0, at_z, 0.0),             \
                        ORACLE_SCALAR3_FORWARD_CALL(f, at, 0.0, at_y, 0.0, at_z, 1.0)));           \
    } while (0)

/* float f(float) and long double f(long double). */
#define ORACLE_FLOAT_IS(f, at, want)                                                               \
    do {                                                                                           \
        oracle_float(ORACLE_SITE("derivative of " #f), (f), (at),                                  \
                     ORACLE_FLOAT_REVERSE_CALL(f, at), ORACLE_FLOAT_FORWARD_CALL(f, at));          \
        CHECK_FLOAT(ORACLE_FLOAT_REVERSE_CALL(f, at), want);                                       \
    } while (0)
#define ORACLE_LONG_IS(f, at, want)                                                                \
    do {                                                                                           \
        oracle_long(ORACLE_SITE("derivative of " #f), (f), (at), ORACLE_LONG_REVERSE_CALL(f, at),  \
                    ORACLE_LONG_FORWARD_CALL(f, at));                                              \
        CHECK(ORACLE_LONG_REVERSE_CALL(f, at), want);                                              \
    } while (0)

/* oracle_problem with the place filled in. */
#define ORACLE_PROBLEM(problem, at) oracle_problem(ORACLE_SITE(#problem), (problem), (at))

#ifdef __cplusplus
}
#endif

#endif
