/*
 * Kernels: families whose problem is a list of arrays, made from kernels.def.
 *
 * A row of kernels.def lists the arguments of a function in the order of its parameters:
 *
 *   N(k)                   size k, an int; 0 to 2 are called n, m and t in lengths
 *   IN(k, length)          array k, which is read: const double *
 *   INOUT(k, length)       array k, which is read and written: double *
 *   OUT(k, length)         array k, which is written before it is read
 *   WORK(k, length)        the same, and nobody looks at it afterwards
 *   CONST(k, length)       array k, which is read and carries no derivative
 *   INDEX(k, length)       index array k: const int *
 *
 * The variables of the problem are the arrays IN and INOUT, one behind another. Its value is what
 * the function returns, or 0, plus the products of all numbers in arrays INOUT and OUT with fixed
 * weights.
 */
#ifndef BENCH_KERNELS_H
#define BENCH_KERNELS_H

#include <stddef.h>

enum { KERNEL_SIZES = 3, KERNEL_ARRAYS = 12 };

enum kernel_role { ROLE_NONE, ROLE_IN, ROLE_INOUT, ROLE_OUT, ROLE_WORK, ROLE_CONST };

struct kernel_problem {
    int size[KERNEL_SIZES];
    enum kernel_role role[KERNEL_ARRAYS];
    size_t length[KERNEL_ARRAYS];
    size_t offset[KERNEL_ARRAYS];   /* of variables, among the parameters */
    double *array[KERNEL_ARRAYS];   /* what the function gets */
    double *adjoint[KERNEL_ARRAYS]; /* of arrays OUT and WORK */
    double *weight[KERNEL_ARRAYS];  /* of arrays INOUT and OUT */
    int *index[KERNEL_ARRAYS];
    size_t count;
    double *parameters;
};

/* Before a run: arrays INOUT get their values. */
void kernel_start(const struct kernel_problem *p);

/* After a run that returned `value`: the value of the problem. */
double kernel_value(const struct kernel_problem *p, double value);

/* Before a gradient: as kernel_start; besides, shadow[k] is the adjoint of array k, which lies in
 * `gradient` for variables. Those of results are set to the weights, all others to zero. */
void kernel_seed(const struct kernel_problem *p, double *gradient, double *shadow[KERNEL_ARRAYS]);

/* MAP(prefix, a, b, ...): prefixa, prefixb, ... */
#define MAP1(prefix, x)       prefix##x
#define MAP2(prefix, x, ...)  prefix##x, MAP1(prefix, __VA_ARGS__)
#define MAP3(prefix, x, ...)  prefix##x, MAP2(prefix, __VA_ARGS__)
#define MAP4(prefix, x, ...)  prefix##x, MAP3(prefix, __VA_ARGS__)
#define MAP5(prefix, x, ...)  prefix##x, MAP4(prefix, __VA_ARGS__)
#define MAP6(prefix, x, ...)  prefix##x, MAP5(prefix, __VA_ARGS__)
#define MAP7(prefix, x, ...)  prefix##x, MAP6(prefix, __VA_ARGS__)
#define MAP8(prefix, x, ...)  prefix##x, MAP7(prefix, __VA_ARGS__)
#define MAP9(prefix, x, ...)  prefix##x, MAP8(prefix, __VA_ARGS__)
#define MAP10(prefix, x, ...) prefix##x, MAP9(prefix, __VA_ARGS__)
#define MAP11(prefix, x, ...) prefix##x, MAP10(prefix, __VA_ARGS__)
#define MAP12(prefix, x, ...) prefix##x, MAP11(prefix, __VA_ARGS__)
#define MAP13(prefix, x, ...) prefix##x, MAP12(prefix, __VA_ARGS__)
#define MAP14(prefix, x, ...) prefix##x, MAP13(prefix, __VA_ARGS__)

#define MAP_PICK(a, b, c, d, e, f, g, h, i, j, k, l, m, n, map, ...) map
#define MAP(prefix, ...)                                                                           \
    MAP_PICK(__VA_ARGS__, MAP14, MAP13, MAP12, MAP11, MAP10, MAP9, MAP8, MAP7, MAP6, MAP5, MAP4,   \
             MAP3, MAP2, MAP1, )                                                                   \
    (prefix, __VA_ARGS__)

/* The arguments of a kernel's function, from a problem p. */
#define VALUE_N(k)             p->size[k]
#define VALUE_IN(k, length)    p->array[k]
#define VALUE_INOUT(k, length) p->array[k]
#define VALUE_OUT(k, length)   p->array[k]
#define VALUE_WORK(k, length)  p->array[k]
#define VALUE_CONST(k, length) p->array[k]
#define VALUE_INDEX(k, length) p->index[k]

#endif
