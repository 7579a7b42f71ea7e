/* Shuffles of active values have no derivative yet.
 * expect: No reverse pass found for llvm.nvvm.shfl.sync.down.f32 */
#include "device_test.h"

__device__ void shuffle(const float *x, float *y, int n)
{
    float v = x[threadIdx.x];
    v += __nvvm_shfl_sync_down_f32(~0u, v, 16, 31);
    y[threadIdx.x] = v;
}
DEVICE_TEST(shuffle, float, 32, 32, 1, 32, 0)
