/* Memory that only the host writes, and what is read through the cache for constants. */
#include "device_test.h"

__constant__ double weights[4] = {0.5, -1, 0.25, 2};
__device__ int offsets[3] = {1, 3, 5};

__device__ void constants(const double *x, double *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double s = 0;
    for (int k = 0; k < 3; k++)
        s += weights[k] * x[(i + offsets[k]) % n] * x[i];
    y[i] = s * exp(-x[i] * weights[3]);
}
DEVICE_TEST(constants, double, 32, 32, 2, 16, 0)
