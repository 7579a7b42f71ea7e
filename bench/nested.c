/*
 * What derivatives of derivatives cost: forward over forward, forward over reverse, reverse over
 * forward, for the kernels of kernels.def.
 *
 *     nested [--check] [name or group ...]
 *
 * phi is the value of a kernel's problem (kernels.h), u a direction. Each of the three gives the
 * second derivative of phi along u, which --check compares at small sizes. The table gives times
 * over that of the primal and, for the nested ones, over the product of those of their parts.
 */
#include "kernels.h"

#include "harness.h"
#include "primal/kernels.h"
#include "suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int enzyme_dup, enzyme_const;
extern void __enzyme_autodiff(void *, ...);
extern void __enzyme_fwddiff(void *, ...);
extern double __enzyme_fwddiff_value(void *, ...);

/* The primal's arrays, tangents, adjoints, and what the outer derivative has of either. */
enum { TANGENT, ADJOINT, OUTER, OUTER_TANGENT, OUTER_ADJOINT, SETS };

struct arrays {
    const struct kernel_problem *p;
    double *set[SETS][KERNEL_ARRAYS];
};

/* ---- First derivatives as functions of their own, and derivatives of those ---- */

#define PARAMETER_N(k)             int s##k
#define PARAMETER_IN(k, length)    double *a##k, double *d##k
#define PARAMETER_INOUT(k, length) double *a##k, double *d##k
#define PARAMETER_OUT(k, length)   double *a##k, double *d##k
#define PARAMETER_WORK(k, length)  double *a##k, double *d##k
#define PARAMETER_CONST(k, length) double *a##k
#define PARAMETER_INDEX(k, length) int *i##k

#define INNER_N(k)             enzyme_const, s##k
#define INNER_IN(k, length)    enzyme_dup, a##k, d##k
#define INNER_INOUT(k, length) enzyme_dup, a##k, d##k
#define INNER_OUT(k, length)   enzyme_dup, a##k, d##k
#define INNER_WORK(k, length)  enzyme_dup, a##k, d##k
#define INNER_CONST(k, length) enzyme_const, a##k
#define INNER_INDEX(k, length) enzyme_const, i##k

/* First derivatives: the shadows are set `inner`. */
#define FIRST_N(k)             p->size[k]
#define FIRST_IN(k, length)    p->array[k], x->set[inner][k]
#define FIRST_INOUT(k, length) p->array[k], x->set[inner][k]
#define FIRST_OUT(k, length)   p->array[k], x->set[inner][k]
#define FIRST_WORK(k, length)  p->array[k], x->set[inner][k]
#define FIRST_CONST(k, length) p->array[k]
#define FIRST_INDEX(k, length) p->index[k]

#define SECOND_ARRAY(k)                                                                            \
    enzyme_dup, p->array[k], x->set[OUTER][k], enzyme_dup, x->set[inner][k], x->set[outer][k]
#define SECOND_N(k)             enzyme_const, p->size[k]
#define SECOND_IN(k, length)    SECOND_ARRAY(k)
#define SECOND_INOUT(k, length) SECOND_ARRAY(k)
#define SECOND_OUT(k, length)   SECOND_ARRAY(k)
#define SECOND_WORK(k, length)  SECOND_ARRAY(k)
#define SECOND_CONST(k, length) enzyme_const, p->array[k]
#define SECOND_INDEX(k, length) enzyme_const, p->index[k]

#define TANGENT_void   __enzyme_fwddiff
#define TANGENT_double return __enzyme_fwddiff_value
#define SAVE_void
#define SAVE_double  value =
#define OUTER_void   __enzyme_fwddiff
#define OUTER_double value = __enzyme_fwddiff_value

#define KERNEL(name, type, adjoint, group, full, small, prepare, ...)                              \
    static type name##_forward(MAP(PARAMETER_, __VA_ARGS__))                                       \
    {                                                                                              \
        TANGENT_##type((void *)VARIANT(name), MAP(INNER_, __VA_ARGS__));                           \
    }                                                                                              \
    static void name##_reverse(MAP(PARAMETER_, __VA_ARGS__))                                       \
    {                                                                                              \
        __enzyme_autodiff((void *)VARIANT(name), MAP(INNER_, __VA_ARGS__));                        \
    }                                                                                              \
    static double name##_run(enum mode mode, const struct arrays *x)                               \
    {                                                                                              \
        const struct kernel_problem *p = x->p;                                                     \
        const int inner = modes[mode].inner, outer = modes[mode].outer;                            \
        double value = 0.0;                                                                        \
                                                                                                   \
        switch (mode) {                                                                            \
        case PRIMAL: SAVE_##type VARIANT(name)(MAP(VALUE_, __VA_ARGS__)); break;                   \
        case FORWARD: SAVE_##type name##_forward(MAP(FIRST_, __VA_ARGS__)); break;                 \
        case REVERSE: name##_reverse(MAP(FIRST_, __VA_ARGS__)); break;                             \
        case FORWARD_FORWARD:                                                                      \
            OUTER_##type((void *)name##_forward, MAP(SECOND_, __VA_ARGS__));                       \
            break;                                                                                 \
        case FORWARD_REVERSE:                                                                      \
            __enzyme_fwddiff((void *)name##_reverse, MAP(SECOND_, __VA_ARGS__));                   \
            break;                                                                                 \
        default: __enzyme_autodiff((void *)name##_forward, MAP(SECOND_, __VA_ARGS__)); break;      \
        }                                                                                          \
        return value;                                                                              \
    }

enum mode { PRIMAL, FORWARD, REVERSE, FORWARD_FORWARD, FORWARD_REVERSE, REVERSE_FORWARD, MODES };

/* Which set is what the function gets as shadows, and which is the outer derivative's of those. */
static const struct {
    const char *name;
    int inner, outer;
} modes[MODES] = {
    [PRIMAL] = {"primal", 0, 0},
    [FORWARD] = {"forward", TANGENT, 0},
    [REVERSE] = {"reverse", ADJOINT, 0},
    [FORWARD_FORWARD] = {"forward over forward", TANGENT, OUTER_TANGENT},
    [FORWARD_REVERSE] = {"forward over reverse", ADJOINT, OUTER_ADJOINT},
    [REVERSE_FORWARD] = {"reverse over forward", TANGENT, OUTER_TANGENT},
};

#include "kernels.def"
#undef KERNEL

struct nested_case {
    const char *name, *group, *full, *small;
    void *(*open)(const char *data, const char *argument);
    void (*close)(void *problem);
    double (*run)(enum mode mode, const struct arrays *x);
};

static const struct nested_case cases[] = {
#define KERNEL(name, type, adjoint, group, full, small, prepare, ...)                              \
    {#name, #group, full, small, name##_open, name##_close, name##_run},
#include "kernels.def"
#undef KERNEL
};

/* ---- Arrays ---- */

static int is_result(enum kernel_role role)
{
    return role == ROLE_OUT || role == ROLE_INOUT;
}

static int is_variable(enum kernel_role role)
{
    return role == ROLE_IN || role == ROLE_INOUT;
}

static struct arrays new_arrays(const struct kernel_problem *p)
{
    struct arrays x = {.p = p};

    for (int s = 0; s < SETS; s++)
        for (int k = 0; k < KERNEL_ARRAYS; k++)
            x.set[s][k] = p->role[k] == ROLE_NONE ? NULL : calloc(p->length[k], sizeof(double));
    return x;
}

static void free_arrays(struct arrays *x)
{
    for (int s = 0; s < SETS; s++)
        for (int k = 0; k < KERNEL_ARRAYS; k++)
            free(x->set[s][k]);
}

static double direction(size_t i)
{
    return 0.25 + 0.125 * (double)(i % 5);
}

/* Before a run: directions where tangents of variables begin, weights where adjoints of results
 * do, and else zeros. */
static void start(enum mode mode, struct arrays *x)
{
    const struct kernel_problem *p = x->p;
    /* Which sets begin with the direction, and which with the weights? */
    int tangent = mode == FORWARD || mode == FORWARD_FORWARD || mode == REVERSE_FORWARD,
        outer = mode == FORWARD_FORWARD || mode == FORWARD_REVERSE,
        weighted = mode == REVERSE_FORWARD ? OUTER_TANGENT : ADJOINT;

    kernel_start(p);
    for (int k = 0; k < KERNEL_ARRAYS; k++) {
        if (p->role[k] == ROLE_NONE)
            continue;
        for (int s = 0; s < SETS; s++)
            memset(x->set[s][k], 0, p->length[k] * sizeof(double));
        for (size_t i = 0; is_variable(p->role[k]) && i < p->length[k]; i++) {
            x->set[TANGENT][k][i] = tangent ? direction(i) : 0.0;
            x->set[OUTER][k][i] = outer ? direction(i) : 0.0;
        }
        if (is_result(p->role[k]))
            memcpy(x->set[weighted][k], p->weight[k], p->length[k] * sizeof(double));
    }
}

/* The sum of products of a set with the direction, over variables, or the weights, over results. */
static double product(const struct arrays *x, int set, int with_weights)
{
    const struct kernel_problem *p = x->p;
    double sum = 0.0;

    for (int k = 0; k < KERNEL_ARRAYS; k++) {
        if (!(with_weights ? is_result(p->role[k]) : is_variable(p->role[k])))
            continue;
        for (size_t i = 0; i < p->length[k]; i++)
            sum += x->set[set][k][i] * (with_weights ? p->weight[k][i] : direction(i));
    }
    return sum;
}

/* The second derivative of phi along the direction, by one of the nested modes. */
static double second(const struct nested_case *c, enum mode mode, struct arrays *x)
{
    start(mode, x);
    double value = c->run(mode, x);
    if (mode == FORWARD_FORWARD)
        return value + product(x, OUTER_TANGENT, 1);
    return product(x, mode == FORWARD_REVERSE ? OUTER_ADJOINT : OUTER, 0);
}

/* ---- Checks and times ---- */

static int check(const struct nested_case *c)
{
    struct kernel_problem *p = c->open("", c->small);
    struct arrays x = new_arrays(p);
    double expected = second(c, FORWARD_FORWARD, &x);
    int wrong = 0;

    for (enum mode mode = FORWARD_REVERSE; mode < MODES; mode++) {
        double got = second(c, mode, &x);
        if (!(fabs(got - expected) <= 1e-9 * (1.0 + fabs(expected)))) {
            printf("%s, %s: %.17g, forward over forward says %.17g\n", c->name, modes[mode].name,
                   got, expected);
            wrong++;
        }
    }
    free_arrays(&x);
    c->close(p);
    return wrong;
}

enum { RUNS = 9 };

static double run_time(const struct nested_case *c, enum mode mode, struct arrays *x)
{
    double times[RUNS];

    for (int i = -1; i < RUNS; i++) { /* the first one does not count */
        start(mode, x);
        double from = cpu_seconds();
        c->run(mode, x);
        if (i >= 0)
            times[i] = cpu_seconds() - from;
    }
    return median(RUNS, times);
}

static void measure(const void *argument, void *result)
{
    const struct nested_case *c = argument;
    struct kernel_problem *p = c->open("", c->full);
    struct arrays x = new_arrays(p);
    double *times = result;

    for (enum mode mode = PRIMAL; mode < MODES; mode++)
        times[mode] = run_time(c, mode, &x);
    free_arrays(&x);
    c->close(p);
}

static void print_row(const struct nested_case *c)
{
    double t[MODES];

    if (!in_child(measure, c, t, sizeof t, NULL)) {
        printf("| %s | failed |\n", c->name);
        return;
    }
    double p = t[PRIMAL], f = t[FORWARD], r = t[REVERSE];
    printf("| %-19s | %7.3f | %5.2f | %5.2f | %6.2f | %5.2f | %6.2f | %5.2f | %6.2f | %5.2f |\n",
           c->name, 1e3 * p, f / p, r / p, t[FORWARD_FORWARD] / p, t[FORWARD_FORWARD] * p / (f * f),
           t[FORWARD_REVERSE] / p, t[FORWARD_REVERSE] * p / (f * r), t[REVERSE_FORWARD] / p,
           t[REVERSE_FORWARD] * p / (f * r));
    fflush(stdout);
}

static int is_chosen(const struct nested_case *c, char **names, int count)
{
    for (int i = 0; i < count; i++)
        if (!strncmp(c->name, names[i], strlen(names[i])) || !strcmp(c->group, names[i]))
            return 1;
    return count == 0;
}

int main(int argc, char **argv)
{
    int checks = argc > 1 && !strcmp(argv[1], "--check"), first = 1 + checks, wrong = 0, done = 0;

    if (!checks)
        printf("ms: time of the primal. F: forward, R: reverse, FF: forward over forward, FR: "
               "forward over reverse,\nRF: reverse over forward, all over the time of the primal; "
               "and FF, FR, RF over the products F F and F R.\n\n"
               "| case                |      ms |     F |     R |     FF | /F F  |     FR | /F R  |"
               "     RF | /F R  |\n|---|---|---|---|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (!is_chosen(&cases[i], argv + first, argc - first))
            continue;
        done++;
        if (checks)
            wrong += check(&cases[i]);
        else
            print_row(&cases[i]);
    }
    if (checks)
        printf("%d of %d cases are right.\n", done - wrong, done);
    return wrong != 0 || done == 0;
}
