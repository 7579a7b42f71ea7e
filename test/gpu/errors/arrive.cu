/* Who only arrives does not wait: in the reverse sweep others would have to.
 * needs: NVIDIA's barriers
 * expect: a barrier at which some threads only arrive */
#include "device_test.h"

__device__ void come(int barrier, int threads) __asm("llvm.nvvm.barrier.cta.arrive.aligned.count");

__device__ void arrive(const double *x, double *y, int n)
{
    __shared__ double t[32];
    int k = threadIdx.x;
    if (k < 32) {
        t[k] = x[k] * x[k];
        come(1, 64);
    } else {
        __nvvm_barrier_sync_cnt(1, 64);
        y[k - 32] = t[63 - k] * x[k - 32];
    }
}
DEVICE_TEST(arrive, double, 32, 32, 1, 64, 0)
