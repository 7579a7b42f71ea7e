/* Threads that leave between two barriers would meet the others at the wrong place.
 * expect: a barrier behind another one, to which some threads of a block may not come */
#include "device_test.h"

__device__ void leave(const double *x, double *y, int n)
{
    __shared__ double t[16];
    int k = threadIdx.x;
    t[k] = x[k] * x[k];
    __syncthreads();
    y[k] = t[15 - k];
    if (k >= 8)
        return;
    t[k] = y[k] * x[k];
    __syncthreads();
    y[k] = t[7 - k];
}
DEVICE_TEST(leave, double, 16, 16, 1, 16, 0)
