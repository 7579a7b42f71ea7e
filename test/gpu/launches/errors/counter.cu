/* The kernel runs again in the reverse sweep, and threads may come in another order.
 * expect: pack(double const*, double*, int*, int), which uses what an atomic operation returns */
#include "host_test.h"

__global__ void pack(const double *x, double *y, int *count, int n)
{
    int i = INDEX;
    if (i < n && x[i] > 1) {
        int k = atomicAdd(count, 1);
        y[k] = x[i] * x[i];
    }
}
static void f(const double *x, double *y, int n)
{
    double *u, *v;
    cudaMalloc(&u, n * sizeof *u);
    cudaMalloc(&v, n * sizeof *v);
    cudaMemcpy(u, x, n * sizeof *u, cudaMemcpyHostToDevice);
    int *count;
    cudaMalloc(&count, sizeof *count);
    cudaMemset(count, 0, sizeof *count);
    cudaMemset(v, 0, n * sizeof *v);
    pack<<<1, 16>>>(u, v, count, n);
    cudaFree(count);
    cudaMemcpy(y, v, n * sizeof *v, cudaMemcpyDeviceToHost);
    cudaFree(u);
    cudaFree(v);
}
HOST_TEST(f, 16, 16)
