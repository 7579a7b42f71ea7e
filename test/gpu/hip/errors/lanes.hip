/* Operations among lanes have no mirror on AMD's devices.
 * expect: an operation among lanes that has no mirror */
#include "device_test.h"

__device__ void rotated(const float *x, float *y, int n)
{
    int k = threadIdx.x;
    float v = x[k] * x[k];
    int moved = __builtin_amdgcn_ds_bpermute(4 * (n - 1 - k), __float_as_int(v));
    y[k] = __int_as_float(moved);
}
DEVICE_TEST(rotated, float, 16, 16, 1, 16, 0)
