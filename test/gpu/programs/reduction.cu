/* A tree of additions in shared memory; the first thread of each block adds to the result. */
#include "device_test.h"

__device__ void reduction(const float *x, float *y, int n)
{
    __shared__ float s[64];
    int k = threadIdx.x, i = blockIdx.x * blockDim.x + k;
    s[k] = i < n ? x[i] * x[i] : 0;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (k < half)
            s[k] += s[k + half];
        __syncthreads();
    }
    if (k == 0)
        atomicAdd(y, s[0]);
}
DEVICE_TEST(reduction, float, 200, 1, 4, 64, 0)
