/* atomicExch: see exchange.cu.
 * expect: does more than add */
#include "device_test.h"

__device__ void exchange(const float *x, float *y, int n)
{
    y[threadIdx.x + 1] = atomicExch(y, x[threadIdx.x] * x[threadIdx.x]);
}
DEVICE_TEST(exchange, float, 16, 17, 1, 16, 0)
