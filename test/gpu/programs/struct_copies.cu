/* Structs are copied as a whole, by several threads to one place, too. */
#include "device_test.h"

struct triple {
    double a, b, c;
};

__device__ void struct_copies(const double *x, double *y, int n)
{
    __shared__ triple all[16], one;
    int k = threadIdx.x;
    triple own = {x[k] * x[k], sin(x[k]), x[(k + 1) % n]};
    all[k] = own;
    triple first = {x[0] * x[1], x[2], x[3]};
    one = first;
    __syncthreads();
    triple other = all[15 - k];
    y[k] = other.a * one.a + other.b * one.b + other.c * one.c;
}
DEVICE_TEST(struct_copies, double, 16, 16, 1, 16, 0)
