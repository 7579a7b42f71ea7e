/* Numbers of float, with functions of float. */
#include "device_test.h"

__device__ void single(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float c = x[i], d = x[n - 1 - i];
    y[i] = sinf(c) * expf(d) + powf(c, 1.5f) * rsqrtf(d) + logf(c * d) / (1 + c * c) + tanhf(d);
}
DEVICE_TEST(single, float, 40, 40, 2, 32, 0)
