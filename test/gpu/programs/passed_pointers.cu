/* A function that is not inlined gets memory of the thread's own, and memory that all have. */
#include "device_test.h"

__device__ __noinline__ void scale(const double *from, double *to, int n, double by)
{
    for (int k = 0; k < n; k++)
        to[k] = from[k] * from[k] * by;
}

__device__ void passed_pointers(const double *x, double *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double own[4], more[4];
    scale(x + i % 3, own, 4, x[i]);
    scale(own, more, 4, x[(i + 1) % n]);
    scale(more, y + 2 * i, 2, 1);
}
DEVICE_TEST(passed_pointers, double, 16, 32, 2, 8, 0)
