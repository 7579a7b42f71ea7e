/* Tiles of shared memory with a barrier. */
#include "device_test.h"

__device__ void tile(const double *x, double *y, int n)
{
    __shared__ double t[16];
    int k = threadIdx.x, i = blockIdx.x * blockDim.x + k;
    t[k] = x[i] * x[i];
    __syncthreads();
    double s = t[k] * t[(k + 1) % 16] + sin(t[15 - k]);
    __syncthreads();
    t[k] = s;
    __syncthreads();
    y[i] = s * t[(k + 3) % 16];
}
DEVICE_TEST(tile, double, 64, 64, 4, 16, 0)
