/* The function is in another unit, of an archive, and calls back. */
#include "device_test.h"

__device__ void element(const double *x, double *y, int i, int n);

__device__ double square(double a)
{
    return a * a;
}

__device__ void units(const double *x, double *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        element(x, y, i, n);
}
DEVICE_TEST(units, double, 40, 40, 3, 16, 0)
