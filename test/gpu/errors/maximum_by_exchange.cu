/* A loop of compare-exchange that does not add.
 * expect: does more than add */
#include "device_test.h"

__device__ void maximum(const double *x, double *y, int n)
{
    unsigned long long *bits = (unsigned long long *)y, old = *bits, assumed;
    double v = x[threadIdx.x] * x[threadIdx.x];
    do {
        assumed = old;
        old =
            atomicCAS(bits, assumed, __double_as_longlong(fmax(v, __longlong_as_double(assumed))));
    } while (assumed != old);
}
DEVICE_TEST(maximum, double, 16, 1, 1, 16, 0)
