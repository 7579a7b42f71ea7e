/*
 * Runs the functions of kernels.def.
 */
#include "kernels.h"

#include "../suite.h"

#define RESULT_void(call)   (call, 0.0)
#define RESULT_double(call) (call)

#define KERNEL(name, type, adjoint, group, full, small, prepare, ...)                              \
    double VARIANT(name##_primal)(void *problem)                                                   \
    {                                                                                              \
        const struct kernel_problem *p = problem;                                                  \
                                                                                                   \
        kernel_start(p);                                                                           \
        return kernel_value(p, RESULT_##type(VARIANT(name)(MAP(VALUE_, __VA_ARGS__))));            \
    }
#include "../kernels.def"
#undef KERNEL
