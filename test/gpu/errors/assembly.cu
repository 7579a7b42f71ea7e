/* Assembly that lets threads wait, and that nobody knows.
 * needs: NVIDIA's assembly
 * expect: inline assembly with side effects, on a device */
#include "device_test.h"

__device__ void assembly(const double *x, double *y, int n)
{
    __shared__ double t[16];
    t[threadIdx.x] = x[threadIdx.x] * x[threadIdx.x];
    asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");
    y[threadIdx.x] = t[15 - threadIdx.x];
}
DEVICE_TEST(assembly, double, 16, 16, 1, 16, 0)
