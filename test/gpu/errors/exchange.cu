/* What an atomic exchange leaves where depends on the order of threads.
 * expect: does more than add */
#include "device_test.h"

__device__ void exchange(const double *x, double *y, int n)
{
    double v = x[threadIdx.x] * x[threadIdx.x], old;
    __atomic_exchange(&y[0], &v, &old, __ATOMIC_RELAXED);
    y[threadIdx.x + 1] = old;
}
DEVICE_TEST(exchange, double, 16, 17, 1, 16, 0)
