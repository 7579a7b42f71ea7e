/* Lanes meet in shuffles of two branches, of which one may have no adjoint.
 * needs: NVIDIA's shuffles
 * expect: a shuffle among all lanes, to which some may not come */
#include "device_test.h"

__device__ void branches(const double *x, double *y, int n)
{
    int k = threadIdx.x;
    double v = x[k] * x[k], w;
    if (k < 16)
        w = __shfl_xor_sync(~0u, v, 16);
    else
        w = __shfl_xor_sync(~0u, 2.0, 16);
    y[k] = v * w;
}
DEVICE_TEST(branches, double, 32, 32, 1, 32, 0)
