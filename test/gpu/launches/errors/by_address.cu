/* expect: a launch that is made in another way than by <<<>>> */
#include "host_test.h"

__global__ void square(double *x, int n)
{
    int i = INDEX;
    if (i < n)
        x[i] *= x[i];
}
static void f(const double *x, double *y, int n)
{
    double *u;
    cudaMalloc(&u, n * sizeof *u);
    cudaMemcpy(u, x, n * sizeof *u, cudaMemcpyHostToDevice);
    void *arguments[] = {&u, &n};
    cudaLaunchKernel((const void *)square, 1, 16, arguments, 0, 0);
    cudaMemcpy(y, u, n * sizeof *u, cudaMemcpyDeviceToHost);
    cudaFree(u);
}
HOST_TEST(f, 16, 16)
