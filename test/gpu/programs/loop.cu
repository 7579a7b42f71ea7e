/* A loop of a length that only the run knows, whose values are kept. */
#include "device_test.h"

__device__ void loop(const double *x, double *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double s = x[i];
    for (int k = 0; k < 5 + i % 7; k++)
        s = sin(s) * x[(i + k) % n] + 0.5 * s * s;
    y[i] = s;
}
DEVICE_TEST(loop, double, 32, 32, 2, 16, 0)
