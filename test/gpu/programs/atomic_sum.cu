/* Sums over all threads by atomic additions. */
#include "device_test.h"

__device__ void atomic_sum(const double *x, double *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&y[i % 3], x[i] * x[(i + 1) % n]);
}
DEVICE_TEST(atomic_sum, double, 50, 3, 4, 16, 0)
