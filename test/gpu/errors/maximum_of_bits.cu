/* Floating-point values that are not negative have the order of their bits.
 * expect: this atomic update of active memory */
#include "device_test.h"

__device__ void maximum(const float *x, float *y, int n)
{
    atomicMax((int *)y, __float_as_int(x[threadIdx.x] * x[threadIdx.x]));
}
DEVICE_TEST(maximum, float, 16, 1, 1, 16, 0)
