/*
 * Gradients of the functions of kernels.def by automatic differentiation.
 */
#include "../primal/kernels.h"

#include "../suite.h"

extern int enzyme_dup, enzyme_const;
extern void __enzyme_autodiff(void *, ...);

#define MARKED_N(k)             enzyme_const, p->size[k]
#define MARKED_IN(k, length)    enzyme_dup, p->array[k], shadow[k]
#define MARKED_INOUT(k, length) enzyme_dup, p->array[k], shadow[k]
#define MARKED_OUT(k, length)   enzyme_dup, p->array[k], shadow[k]
#define MARKED_WORK(k, length)  enzyme_dup, p->array[k], shadow[k]
#define MARKED_CONST(k, length) enzyme_const, p->array[k]
#define MARKED_INDEX(k, length) enzyme_const, p->index[k]

#define KERNEL(name, type, adjoint, group, full, small, prepare, ...)                              \
    void VARIANT(name##_enzyme)(const void *problem, double *gradient)                             \
    {                                                                                              \
        const struct kernel_problem *p = problem;                                                  \
        double *shadow[KERNEL_ARRAYS];                                                             \
                                                                                                   \
        kernel_seed(p, gradient, shadow);                                                          \
        __enzyme_autodiff((void *)VARIANT(name), MAP(MARKED_, __VA_ARGS__));                       \
    }
#include "../kernels.def"
#undef KERNEL
