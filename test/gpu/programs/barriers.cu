/* Barriers in loops and in functions that are called, in blocks of two dimensions. */
#include "device_test.h"

__device__ __noinline__ void relax(double *a, int k, int m)
{
    double s = 0.5 * a[k] + 0.25 * (a[(k + 1) % m] + a[(k + m - 1) % m]) * a[k];
    __syncthreads();
    a[k] = s;
    __syncthreads();
}

__device__ void barriers(const double *x, double *y, int n)
{
    __shared__ double a[32], b[4][8];
    int k = threadIdx.x + blockDim.x * threadIdx.y, i = blockIdx.x * 32 + k;
    a[k] = x[i];
    __syncthreads();
    for (int step = 0; step < 3 + blockIdx.x; step++)
        relax(a, k, 32);
    b[threadIdx.y][threadIdx.x] = sin(a[31 - k]);
    __syncthreads();
    y[i] = b[(threadIdx.y + 1) % 4][threadIdx.x] * a[k];
}
DEVICE_TEST(barriers, double, 64, 64, 2, dim3(8, 4), 0)
