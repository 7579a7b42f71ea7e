/* Shadows in memory of a thread and of a block; functions with results in memory of a thread. */
#include "device_test.h"

__device__ __noinline__ void product(const double *x, double *y)
{
    double whole, s, c;
    double rest = modf(3 * x[0], &whole);
    sincos(x[1], &s, &c);
    y[0] += rest * s + whole * c;
}
__device__ void f(const double *x, double *y, int n)
{
    __shared__ double t[16];
    int k = threadIdx.x;
    double result = 0;
    t[k] = x[k] * x[(k + 1) % n];
    __syncthreads();
    product(&t[k & 14], &result);
    y[k] = result * normcdf(x[k]) * norm3d(x[k], t[k], 1);
}
DEVICE_TEST(f, double, 16, 16, 1, 16, 0)
