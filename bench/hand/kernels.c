/*
 * Runs the hand-written adjoints of the functions of kernels.def.
 */
#include "kernels.h"

#include "../suite.h"

#define GIVEN_N(k)             p->size[k]
#define GIVEN_IN(k, length)    p->array[k], shadow[k]
#define GIVEN_INOUT(k, length) p->array[k], shadow[k]
#define GIVEN_OUT(k, length)   p->array[k], shadow[k]
#define GIVEN_WORK(k, length)  p->array[k], shadow[k]
#define GIVEN_CONST(k, length) p->array[k]
#define GIVEN_INDEX(k, length) p->index[k]

#define KERNEL(name, type, adjoint, group, full, small, prepare, ...)                              \
    void name##_hand(const void *problem, double *gradient)                                        \
    {                                                                                              \
        const struct kernel_problem *p = problem;                                                  \
        double *shadow[KERNEL_ARRAYS];                                                             \
                                                                                                   \
        kernel_seed(p, gradient, shadow);                                                          \
        adjoint##_adjoint(MAP(GIVEN_, __VA_ARGS__));                                               \
    }
#include "../kernels.def"
#undef KERNEL
