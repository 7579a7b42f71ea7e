/* Functions of numbers of half precision with CUDA's headers, whose assembly this machine does not
 * run: the value is that of forward mode, and is compared with what the host computes, in double.
 *
 *   HALF_PROBLEM(f, lanes)   void f(const float *x, float *y, int n), run by `lanes` threads;
 *                            double want_f(const float *x, int i, int n) is y[i] */
#ifndef ENZCC_TEST_HALF_TEST_H
#define ENZCC_TEST_HALF_TEST_H
#include "device_test.h"

#define HALF_PROBLEM(f, lanes)                                                                     \
    __global__ void forward_##f(const float *x, const float *dx, float *y, float *dy)              \
    {                                                                                              \
        __enzyme_fwddiff<void>((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const,      \
                               lanes);                                                             \
    }                                                                                              \
    __global__ void reverse_##f(const float *x, float *dx, float *y, float *dy)                    \
    {                                                                                              \
        __enzyme_autodiff<void>((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const,     \
                                lanes);                                                            \
    }                                                                                              \
    static int test_##f(double digits)                                                             \
    {                                                                                              \
        device_array<float> x(lanes, 0.5, 1.5), v(lanes, -1, 1), dx(lanes, 0, 0), y(lanes, 0, 0),  \
            w(lanes, -1, 1), dy(lanes, 0, 0);                                                      \
        double want = 0, along, differences = 0, h = 1e-2;                                         \
        forward_##f<<<1, lanes>>>(x.at, v.at, y.at, dy.at);                                        \
        cudaDeviceSynchronize();                                                                   \
        device_array<float> low(lanes, 0, 0), high(lanes, 0, 0);                                   \
        low.move(x, -h, v), high.move(x, h, v);                                                    \
        for (int i = 0; i < lanes; i++) {                                                          \
            want += want_##f(x.at, i, lanes) * w.at[i];                                            \
            differences +=                                                                         \
                (want_##f(high.at, i, lanes) - want_##f(low.at, i, lanes)) / (2 * h) * w.at[i];    \
        }                                                                                          \
        int failed = device_check(#f ", value", y.dot(w), want, digits);                           \
        along = dy.dot(w);                                                                         \
        dy.copy(w), y.fill(0);                                                                     \
        reverse_##f<<<1, lanes>>>(x.at, dx.at, y.at, dy.at);                                       \
        cudaDeviceSynchronize();                                                                   \
        failed += device_check(#f ", value in reverse mode", y.dot(w), want, digits);              \
        failed += device_check(#f ", forward and differences", along, differences, 2 * digits);    \
        return failed + device_check(#f ", reverse and forward", dx.dot(v), along, digits);        \
    }
#endif
