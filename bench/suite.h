/*
 * What the programs of the benchmark know about a problem.
 *
 * A family is a set of functions over an opaque problem; a case is a family and
 * the argument that opens one problem of it. All of a problem's input is made
 * by open; gradients are written to an array of size(problem) numbers, which
 * they overwrite.
 */
#ifndef BENCH_SUITE_H
#define BENCH_SUITE_H

#include <stddef.h>

typedef double primal_fn(void *problem);
typedef void gradient_fn(const void *problem, double *gradient);

struct family {
    /* A new problem, or NULL after a message; data is the data directory. */
    void *(*open)(const char *data, const char *argument);
    void (*close)(void *problem);

    /* The variables, in the order of the gradient, if the primal returns the
     * function that is differentiated; else NULL. */
    double *(*parameters)(void *problem);

    /* Length of the gradient. */
    size_t (*size)(const void *problem);

    /* Compares value and gradient with verified values, where there are any;
     * prints a line per comparison, returns the number of wrong values. */
    int (*verify)(const char *data, const char *argument, const void *problem, double value,
                  const double *gradient);

    primal_fn *primal_restrict, *primal_plain;
    gradient_fn *hand;
    const char *name;
};

struct bench_case {
    const char *name, *group;
    const struct family *family;
    const char *argument, *small; /* problem that is measured, problem that is checked */
    gradient_fn *enzyme_restrict, *enzyme_plain; /* NULL in check-hand */
};

#define FAMILY(f, target)                                                                          \
    void *f##_open(const char *data, const char *argument);                                        \
    void f##_close(void *problem);                                                                 \
    double *f##_parameters(void *problem);                                                         \
    size_t f##_size(const void *problem);                                                          \
    int f##_verify(const char *data, const char *argument, const void *problem, double value,      \
                   const double *gradient);                                                        \
    primal_fn f##_primal_restrict, f##_primal_plain;                                               \
    gradient_fn f##_hand, f##_enzyme_restrict, f##_enzyme_plain;                                   \
    extern const struct family f##_family;
#include "families.def"
#undef FAMILY

#endif
