/* Threads read what their neighbours read, so that they add to the same adjoints. */
#include "device_test.h"

__device__ void stencil(const double *x, double *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double left = x[i ? i - 1 : n - 1], right = x[(i + 1) % n];
    y[i] = left * x[i] - sin(right) * x[i] * x[i];
}
DEVICE_TEST(stencil, double, 100, 100, 4, 32, 0)
