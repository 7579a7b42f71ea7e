/* Kernels cannot ask how much there is of such memory.
 * enzcc-flags: -fenz-dynamic-shared=twice -mcode-object-version=4
 * expect: whose size the launch gives, with a version below 5 of -mcode-object-version= */
#include "device_test.h"

extern __shared__ double t[];

__device__ void dynamic(const double *x, double *y, int n)
{
    t[threadIdx.x] = x[threadIdx.x] * x[threadIdx.x];
    __syncthreads();
    y[threadIdx.x] = t[(threadIdx.x + 1) % 16];
}
DEVICE_TEST(dynamic, double, 16, 16, 1, 16, 128)
