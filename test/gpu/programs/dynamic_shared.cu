/* Shared memory whose size the launch gives; derivatives get twice as much.
 * enzcc-flags: -fenz-dynamic-shared=twice */
#include "device_test.h"

extern __shared__ double t[];

__device__ void dynamic(const double *x, double *y, int n)
{
    double *squares = t, *products = t + blockDim.x;
    int k = threadIdx.x, i = blockIdx.x * blockDim.x + k;
    squares[k] = x[i] * x[i];
    __syncthreads();
    products[k] = squares[k] * sin(squares[(k + 1) % 16]);
    __syncthreads();
    y[i] = products[(k + 5) % 16] + squares[15 - k];
}
DEVICE_TEST(dynamic, double, 48, 48, 3, 16, 2 * 16 * sizeof(double))
