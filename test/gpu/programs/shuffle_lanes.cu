/* Some lanes only; votes decide what is computed; numbers of float.
 * needs: NVIDIA's shuffles */
#include "device_test.h"

__device__ void lanes(const float *x, float *y, int n)
{
    int i = threadIdx.x;
    float v = x[i] * x[i], w = v;
    if (i >= 4 && i < 28) {
        unsigned some = 0x0ffffff0;
        w += __shfl_down_sync(some, v, 1, 4) * __shfl_xor_sync(some, v, 1);
        if (__nvvm_vote_any_sync(some, x[i] > 1.25f))
            w *= __shfl_sync(some, v, 9);
        int lane = __shfl_sync(some, i, 5 + i % 4);
        w += x[lane];
    }
    y[i] = w;
}
DEVICE_TEST(lanes, float, 32, 32, 1, 32, 0)
