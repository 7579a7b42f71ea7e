/* Who waits for whom behind a fence is not seen.
 * needs: NVIDIA's fences
 * expect: a fence of memory, on a device */
#include "device_test.h"

__device__ int count;

__device__ void last(const double *x, double *y, int n)
{
    int k = threadIdx.x;
    y[k] = x[k] * x[k];
    __nvvm_membar_gl();
    if (atomicAdd(&count, 1) == n - 1)
        for (int i = 0; i < n; i++)
            y[n] += y[i];
}
DEVICE_TEST(last, double, 16, 17, 1, 16, 0)
