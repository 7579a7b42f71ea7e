/* Memory of a thread's own is no memory that others add to. */
#include "device_test.h"

__device__ static double poly(const double *c, double t)
{
    double s = 0;
    for (int k = 3; k >= 0; k--)
        s = s * t + c[k];
    return s;
}

__device__ void local_array(const double *x, double *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double c[4];
    for (int k = 0; k < 4; k++)
        c[k] = x[(i + k) % n] * x[(i * k) % n];
    for (int k = 1; k < 4; k++)
        c[k] += sin(c[k - 1]);
    y[i] = poly(c, x[i]) + c[(i / 2) & 3];
}
DEVICE_TEST(local_array, double, 32, 32, 2, 16, 0)
