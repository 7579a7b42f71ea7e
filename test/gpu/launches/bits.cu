/* Numbers that a kernel takes for integers. */
#include "host_test.h"

__global__ void square(const long long *x, double *y, int n)
{
    int i = INDEX;
    if (i < n) {
        double v = __builtin_bit_cast(double, x[i]);
        y[i] = v * v;
    }
}
static void f(const double *x, double *y, int n)
{
    long long *u;
    double *v;
    cudaMalloc(&u, n * sizeof *u);
    cudaMalloc(&v, n * sizeof *v);
    cudaMemcpy(u, x, n * sizeof *u, cudaMemcpyHostToDevice);
    square<<<1, 16>>>(u, v, n);
    cudaMemcpy(y, v, n * sizeof *v, cudaMemcpyDeviceToHost);
    cudaFree(u);
    cudaFree(v);
}
HOST_TEST(f, 16, 16)
