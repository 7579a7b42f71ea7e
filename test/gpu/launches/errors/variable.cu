/* Nobody puts back what was in a variable.
 * expect: which writes a variable of the device: pass its address */
#include "host_test.h"

__device__ double last[16];
__global__ void copy(const double *x, double *y, int n)
{
    int i = INDEX;
    if (i < n)
        last[i] = x[i], y[i] = 2 * last[n - 1 - i];
}
static void f(const double *x, double *y, int n)
{
    double *u, *v;
    cudaMalloc(&u, n * sizeof *u);
    cudaMalloc(&v, n * sizeof *v);
    cudaMemcpy(u, x, n * sizeof *u, cudaMemcpyHostToDevice);
    copy<<<1, 16>>>(u, v, n);
    cudaMemcpy(y, v, n * sizeof *v, cudaMemcpyDeviceToHost);
    cudaFree(u);
    cudaFree(v);
}
HOST_TEST(f, 16, 16)
