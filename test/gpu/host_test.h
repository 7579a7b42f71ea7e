/* A function of the host, void f(const double *x, double *y, int n) over arrays of the host, that
 * launches kernels, is differentiated in both modes, and compared as in device_test.h.
 *
 *   HOST_TEST(f, inputs, outputs)                    defines main */
#ifndef ENZCC_TEST_HOST_TEST_H
#define ENZCC_TEST_HOST_TEST_H
#define DEVICE_TEST_SIDE
#define DEVICE_TEST_ALLOCATE host_test_allocate
#include <cstdlib>
template <class T> static void host_test_allocate(T **p, size_t size)
{
    *p = static_cast<T *>(std::malloc(size));
}
#include "device_test.h"

#define HOST_PROBLEM(f, inputs, outputs)                                                           \
    static void primal_##f(const double *x, double *y)                                             \
    {                                                                                              \
        f(x, y, inputs);                                                                           \
    }                                                                                              \
    static void forward_##f(const double *x, const double *dx, double *y, double *dy)              \
    {                                                                                              \
        __enzyme_fwddiff<void>((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const,      \
                               inputs);                                                            \
    }                                                                                              \
    static void reverse_##f(const double *x, double *dx, double *y, double *dy)                    \
    {                                                                                              \
        __enzyme_autodiff<void>((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const,     \
                                inputs);                                                           \
    }                                                                                              \
    static int test_##f()                                                                          \
    {                                                                                              \
        return device_run<double>(inputs, outputs, 1e-5, 1e-11, primal_##f, forward_##f,           \
                                  reverse_##f);                                                    \
    }
#define HOST_TEST(f, inputs, outputs)                                                              \
    HOST_PROBLEM(f, inputs, outputs)                                                               \
    int main()                                                                                     \
    {                                                                                              \
        return test_##f();                                                                         \
    }

#define GRID(n, block) (((n) + (block) - 1) / (block))
#define INDEX          (blockIdx.x * blockDim.x + threadIdx.x)
#endif
