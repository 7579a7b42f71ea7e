/* A sum over a block: each warp by shuffles, then the first one those of all warps.
 * needs: NVIDIA's shuffles */
#include "device_test.h"

__device__ double sum_of_warp(double v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(~0u, v, d);
    return v;
}

__device__ void block_sum(const double *x, double *y, int n)
{
    __shared__ double sums[4];
    int k = threadIdx.x, i = blockIdx.x * blockDim.x + k, lane = k % 32, warp = k / 32;
    double v = sum_of_warp(i < n ? sin(x[i]) * x[i] : 0);
    if (lane == 0)
        sums[warp] = v;
    __syncthreads();
    if (warp == 0) {
        v = sum_of_warp(lane < 4 ? sums[lane] : 0);
        if (lane == 0)
            atomicAdd(y, v * v);
    }
}
DEVICE_TEST(block_sum, double, 200, 1, 2, 128, 0)
