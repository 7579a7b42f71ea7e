/* A device function void f(const T *x, T *y, int n), run by all threads of a grid, is
 * differentiated in both modes. With v and w at random: w.(J v) of forward mode, (w J).v of reverse
 * mode and central differences of w.f(x + h v) agree.
 *
 *   DEVICE_TEST(f, double, inputs, outputs, grid, block, shared)
 *
 * defines the kernels and main. x is in [0.5, 1.5]. Bytes of dynamic shared memory are given by
 * `shared`; a derivative gets twice that. */
#ifndef ENZCC_TEST_DEVICE_TEST_H
#define ENZCC_TEST_DEVICE_TEST_H
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

/* Who calls derivatives, and the memory of x and y. */
#ifndef DEVICE_TEST_SIDE
#define DEVICE_TEST_SIDE     __device__
#define DEVICE_TEST_ALLOCATE cudaMallocManaged
#endif
extern DEVICE_TEST_SIDE int enzyme_dup, enzyme_dupnoneed, enzyme_const, enzyme_out, enzyme_width;
template <class R, class... T> DEVICE_TEST_SIDE R __enzyme_autodiff(void *, T...);
template <class R, class... T> DEVICE_TEST_SIDE R __enzyme_fwddiff(void *, T...);

static double device_random(double from, double to)
{
    return from + (to - from) * (rand() / (double)RAND_MAX);
}

static int device_check(const char *what, double got, double want, double tolerance)
{
    bool good = std::fabs(got - want) <= tolerance * (1 + std::fabs(want));
    std::printf("%s %s: %.15g, %.15g\n", good ? "ok" : "FAILED", what, got, want);
    return !good;
}

template <class T> struct device_array {
    T *at;
    int n;
    device_array(int n, double from, double to) : n(n)
    {
        DEVICE_TEST_ALLOCATE(&at, n * sizeof(T));
        for (int i = 0; i < n; i++)
            at[i] = device_random(from, to);
    }
    double dot(const device_array &b) const
    {
        double sum = 0;
        for (int i = 0; i < n; i++)
            sum += (double)at[i] * (double)b.at[i];
        return sum;
    }
    void fill(double value)
    {
        for (int i = 0; i < n; i++)
            at[i] = value;
    }
    void move(const device_array &from, double h, const device_array &along)
    {
        for (int i = 0; i < n; i++)
            at[i] = from.at[i] + h * along.at[i];
    }
    void copy(const device_array &from)
    {
        move(from, 0, from);
    }
};

template <class T, class Primal, class Forward, class Reverse>
int device_run(int inputs, int outputs, double h, double tolerance, Primal primal, Forward forward,
               Reverse reverse)
{
    device_array<T> x(inputs, 0.5, 1.5), v(inputs, -1, 1), dx(inputs, 0, 0), moved(inputs, 0, 0),
        y(outputs, 0, 0), w(outputs, -1, 1), dy(outputs, 0, 0);
    int failed = 0;
    double value[2];
    y.fill(0), primal(x.at, y.at);
    double plain = w.dot(y);
    y.fill(0), dy.fill(0), forward(x.at, v.at, y.at, dy.at);
    failed += device_check("value in forward mode", w.dot(y), plain, tolerance);
    double along = w.dot(dy);
    y.fill(0), dy.copy(w), dx.fill(0), reverse(x.at, dx.at, y.at, dy.at);
    failed += device_check("value in reverse mode", w.dot(y), plain, tolerance);
    failed += device_check("reverse and forward", dx.dot(v), along, tolerance);
    for (int k = 0; k < 2; k++) {
        moved.move(x, k ? h : -h, v);
        y.fill(0), primal(moved.at, y.at), value[k] = w.dot(y);
    }
    failed += device_check("differences", (value[1] - value[0]) / (2 * h), along,
                           tolerance < 1e-8 ? 1e-5 : 1e-2);
    const char *error = cudaGetErrorString(cudaGetLastError());
    if (error && std::strcmp(error, "no error") != 0)
        std::printf("FAILED: %s\n", error), failed++;
    return failed != 0;
}

#define DEVICE_KERNELS(f, T)                                                                       \
    __global__ void primal_kernel(const T *x, T *y, int n)                                         \
    {                                                                                              \
        f(x, y, n);                                                                                \
    }                                                                                              \
    __global__ void forward_kernel(const T *x, const T *dx, T *y, T *dy, int n)                    \
    {                                                                                              \
        __enzyme_fwddiff<void>((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, n);  \
    }                                                                                              \
    __global__ void reverse_kernel(const T *x, T *dx, T *y, T *dy, int n)                          \
    {                                                                                              \
        __enzyme_autodiff<void>((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, n); \
    }

/* Several functions in one program, of double. */
#define DEVICE_PROBLEM(f, inputs, outputs, grid, block)                                            \
    __global__ void primal_##f(const double *x, double *y)                                         \
    {                                                                                              \
        f(x, y, inputs);                                                                           \
    }                                                                                              \
    __global__ void forward_##f(const double *x, const double *dx, double *y, double *dy)          \
    {                                                                                              \
        __enzyme_fwddiff<void>((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const,      \
                               inputs);                                                            \
    }                                                                                              \
    __global__ void reverse_##f(const double *x, double *dx, double *y, double *dy)                \
    {                                                                                              \
        __enzyme_autodiff<void>((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const,     \
                                inputs);                                                           \
    }                                                                                              \
    static void run_primal_##f(const double *x, double *y)                                         \
    {                                                                                              \
        primal_##f<<<grid, block>>>(x, y);                                                         \
        cudaDeviceSynchronize();                                                                   \
    }                                                                                              \
    static void run_forward_##f(const double *x, const double *dx, double *y, double *dy)          \
    {                                                                                              \
        forward_##f<<<grid, block>>>(x, dx, y, dy);                                                \
        cudaDeviceSynchronize();                                                                   \
    }                                                                                              \
    static void run_reverse_##f(const double *x, double *dx, double *y, double *dy)                \
    {                                                                                              \
        reverse_##f<<<grid, block>>>(x, dx, y, dy);                                                \
        cudaDeviceSynchronize();                                                                   \
    }                                                                                              \
    static int test_##f()                                                                          \
    {                                                                                              \
        int failed = device_run<double>(inputs, outputs, 1e-6, 1e-9, run_primal_##f,               \
                                        run_forward_##f, run_reverse_##f);                         \
        if (failed)                                                                                \
            std::printf("in %s\n", #f);                                                            \
        return failed;                                                                             \
    }

#define DEVICE_TEST(f, T, inputs, outputs, grid, block, shared)                                    \
    DEVICE_KERNELS(f, T)                                                                           \
    static void run_primal(const T *x, T *y)                                                       \
    {                                                                                              \
        primal_kernel<<<grid, block, shared>>>(x, y, inputs);                                      \
        cudaDeviceSynchronize();                                                                   \
    }                                                                                              \
    static void run_forward(const T *x, const T *dx, T *y, T *dy)                                  \
    {                                                                                              \
        forward_kernel<<<grid, block, 2 * (shared)>>>(x, dx, y, dy, inputs);                       \
        cudaDeviceSynchronize();                                                                   \
    }                                                                                              \
    static void run_reverse(const T *x, T *dx, T *y, T *dy)                                        \
    {                                                                                              \
        reverse_kernel<<<grid, block, 2 * (shared)>>>(x, dx, y, dy, inputs);                       \
        cudaDeviceSynchronize();                                                                   \
    }                                                                                              \
    int main()                                                                                     \
    {                                                                                              \
        bool wide = sizeof(T) == 8;                                                                \
        return device_run<T>(inputs, outputs, wide ? 1e-5 : 1e-2, wide ? 1e-12 : 1e-4, run_primal, \
                             run_forward, run_reverse);                                            \
    }
#endif
