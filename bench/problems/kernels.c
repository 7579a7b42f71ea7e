/*
 * Problems of the kernels: arrays of made-up numbers.
 *
 * Each array starts at a multiple of 64 bytes; the parameters between two arrays are not used.
 */
#include "../kernels.h"

#include "../suite.h"
#include "prepare.h"
#include "synthetic.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 8 }; /* numbers in 64 bytes */

static size_t round_up(size_t count)
{
    return (count + LINE - 1) / LINE * LINE;
}

static int is_variable(enum kernel_role role)
{
    return role == ROLE_IN || role == ROLE_INOUT;
}

static int is_result(enum kernel_role role)
{
    return role == ROLE_OUT || role == ROLE_INOUT;
}

static double *numbers(size_t count)
{
    return aligned_alloc(LINE * sizeof(double), round_up(count) * sizeof(double));
}

/* Random numbers in [-1, 1]. */
static double *random_numbers(size_t count, unsigned long seed)
{
    double *from = synthetic_numbers(count, 1.0, seed), *v = numbers(count);

    memcpy(v, from, count * sizeof *v);
    free(from);
    return v;
}

/* ---- From a row of kernels.def ---- */

static void declare(struct kernel_problem *p, int k, enum kernel_role role, size_t length)
{
    p->role[k] = role;
    p->length[k] = length;
    if (is_variable(role)) {
        p->offset[k] = p->count;
        p->count += round_up(length);
    } else
        p->array[k] = random_numbers(length, 20u + (unsigned)k);
    if (role == ROLE_INOUT)
        p->array[k] = numbers(length);
    if (role == ROLE_OUT || role == ROLE_WORK)
        p->adjoint[k] = numbers(length);
    if (is_result(role))
        p->weight[k] = random_numbers(length, 40u + (unsigned)k);
}

static void declare_index(struct kernel_problem *p, int k, size_t length)
{
    p->index[k] = calloc(length, sizeof *p->index[k]);
}

/* When all arrays are declared: their values, but for what `prepare` changes. */
static void fill(struct kernel_problem *p, kernel_prepare_fn *prepare)
{
    double *all = random_numbers(p->count, 1);

    p->parameters = all;
    for (int k = 0; k < KERNEL_ARRAYS; k++)
        if (p->role[k] == ROLE_IN)
            p->array[k] = all + p->offset[k];
    prepare(p);
}

static void *new_problem(const char *argument)
{
    struct kernel_problem *p = calloc(1, sizeof *p);

    sscanf(argument, "%d %d %d", &p->size[0], &p->size[1], &p->size[2]);
    return p;
}

static void close_problem(struct kernel_problem *p)
{
    for (int k = 0; k < KERNEL_ARRAYS; k++) {
        if (p->role[k] != ROLE_IN)
            free(p->array[k]);
        free(p->adjoint[k]);
        free(p->weight[k]);
        free(p->index[k]);
    }
    free(p->parameters);
    free(p);
}

/* ---- Runs ---- */

void kernel_start(const struct kernel_problem *p)
{
    for (int k = 0; k < KERNEL_ARRAYS; k++)
        if (p->role[k] == ROLE_INOUT)
            memcpy(p->array[k], p->parameters + p->offset[k], p->length[k] * sizeof(double));
}

double kernel_value(const struct kernel_problem *p, double value)
{
    for (int k = 0; k < KERNEL_ARRAYS; k++)
        for (size_t i = 0; is_result(p->role[k]) && i < p->length[k]; i++)
            value += p->weight[k][i] * p->array[k][i];
    return value;
}

void kernel_seed(const struct kernel_problem *p, double *gradient, double *shadow[KERNEL_ARRAYS])
{
    kernel_start(p);
    memset(gradient, 0, p->count * sizeof *gradient);
    for (int k = 0; k < KERNEL_ARRAYS; k++) {
        size_t bytes = p->length[k] * sizeof(double);
        shadow[k] = is_variable(p->role[k]) ? gradient + p->offset[k] : p->adjoint[k];
        if (is_result(p->role[k]))
            memcpy(shadow[k], p->weight[k], bytes);
        if (p->role[k] == ROLE_WORK)
            memset(shadow[k], 0, bytes);
    }
}

/* ---- The families ---- */

#define DECLARE_N(k)             (void)0
#define DECLARE_IN(k, length)    declare(p, k, ROLE_IN, length)
#define DECLARE_INOUT(k, length) declare(p, k, ROLE_INOUT, length)
#define DECLARE_OUT(k, length)   declare(p, k, ROLE_OUT, length)
#define DECLARE_WORK(k, length)  declare(p, k, ROLE_WORK, length)
#define DECLARE_CONST(k, length) declare(p, k, ROLE_CONST, length)
#define DECLARE_INDEX(k, length) declare_index(p, k, length)

#define KERNEL(name, type, adjoint, group, full, small, prepare, ...)                              \
    void *name##_open(const char *data, const char *argument)                                      \
    {                                                                                              \
        struct kernel_problem *p = new_problem(argument);                                          \
        size_t n = (size_t)p->size[0], m = (size_t)p->size[1], t = (size_t)p->size[2];             \
                                                                                                   \
        (void)data, (void)n, (void)m, (void)t;                                                     \
        MAP(DECLARE_, __VA_ARGS__);                                                                \
        fill(p, prepare_##prepare);                                                                \
        return p;                                                                                  \
    }                                                                                              \
    void name##_close(void *problem)                                                               \
    {                                                                                              \
        close_problem(problem);                                                                    \
    }                                                                                              \
    double *name##_parameters(void *problem)                                                       \
    {                                                                                              \
        return ((struct kernel_problem *)problem)->parameters;                                     \
    }                                                                                              \
    size_t name##_size(const void *problem)                                                        \
    {                                                                                              \
        return ((const struct kernel_problem *)problem)->count;                                    \
    }                                                                                              \
    int name##_verify(const char *data, const char *argument, const void *problem, double value,   \
                      const double *gradient)                                                      \
    {                                                                                              \
        (void)data, (void)argument, (void)problem, (void)value, (void)gradient;                    \
        return 0;                                                                                  \
    }
#include "../kernels.def"
#undef KERNEL
