/* Shared memory of which nobody but the launch knows how much there is.
 * expect: active shared memory whose size the launch gives, without -fenz-dynamic-shared=twice */
#include "device_test.h"

extern __shared__ double t[];

__device__ void dynamic(const double *x, double *y, int n)
{
    t[threadIdx.x] = x[threadIdx.x] * x[threadIdx.x];
    __syncthreads();
    y[threadIdx.x] = t[(threadIdx.x + 1) % 16];
}
DEVICE_TEST(dynamic, double, 16, 16, 1, 16, 128)
