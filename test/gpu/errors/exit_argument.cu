/* The number of the thread is an argument, and the barriers are in a function that is called.
 * expect: a barrier behind another one, to which some threads of a block may not come */
#include "device_test.h"

__device__ __noinline__ void exchange(double *t, double v, int k, int m)
{
    t[k] = v;
    __syncthreads();
    v = t[m - 1 - k];
    __syncthreads();
    t[k] = v * v;
}
__device__ __noinline__ void part(const double *x, double *y, double *t, int k)
{
    exchange(t, x[k], k, 16);
    y[k] = t[k];
    if (k < 8) {
        exchange(t, y[k], k, 8);
        y[k] = t[k];
    }
}
__device__ void leave(const double *x, double *y, int n)
{
    __shared__ double t[16];
    part(x, y, t, threadIdx.x);
}
DEVICE_TEST(leave, double, 16, 16, 1, 16, 0)
