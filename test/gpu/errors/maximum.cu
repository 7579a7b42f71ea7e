/* Whose value stays is known when all threads are done, not when one of them goes back.
 * expect: an atomic minimum or maximum of numbers, where several threads run, */
#include "device_test.h"

__device__ void maximum(const double *x, double *y, int n)
{
    __atomic_fetch_max(&y[0], x[threadIdx.x] * x[threadIdx.x], __ATOMIC_RELAXED);
}
DEVICE_TEST(maximum, double, 16, 1, 1, 16, 0)
