/* Kernels of random programs that launch them (generate_launches.c). */
#ifndef ENZCC_TEST_RANDOM_LAUNCHES_H
#define ENZCC_TEST_RANDOM_LAUNCHES_H
#include "host_test.h"

__global__ void accumulate(const double *a, double *b, double s, int n)
{
    int i = INDEX;
    if (i < n)
        b[i] += s * sin(a[i]);
}
__global__ void product(const double *a, const double *b, double *c, int n)
{
    int i = INDEX;
    if (i < n)
        c[i] = 0.5 * a[i] * b[i] + 0.1 * a[i];
}
__global__ void shift(const double *a, double *b, int by, int n)
{
    int i = INDEX;
    if (i < n)
        b[i] = 0.9 * a[(i + by) % n];
}
__global__ void bend(double *a, double s, int n)
{
    int i = INDEX;
    if (i < n)
        a[i] = s * tanh(a[i]) + 0.2 * a[i];
}
__global__ void gather(const double *a, const int *index, double *b, int n)
{
    int i = INDEX;
    if (i < n)
        b[i] = a[index[i]] * 0.8;
}
__global__ void turn(int *index, int by, int n)
{
    int i = INDEX;
    if (i < n)
        index[i] = (index[i] + by) % n;
}
__global__ void total(const double *a, double *sum, int n)
{
    int i = INDEX;
    if (i < n)
        atomicAdd(sum, 0.05 * a[i] * a[i]);
}
__global__ void reverse_tile(const double *a, double *b, int n)
{
    __shared__ double t[16];
    int i = INDEX, k = threadIdx.x;
    t[k] = i < n ? a[i] : 0;
    __syncthreads();
    if (i < n)
        b[i] = 0.7 * t[15 - k] + 0.1;
}
struct two {
    const double *a;
    double by;
    int n;
};
__global__ void weighted(two w, double *b)
{
    int i = INDEX;
    if (i < w.n)
        b[i] = 0.5 * b[i] + w.by * w.a[i];
}
static double small(double x)
{
    return x / (1 + x * x);
}
#endif
