/* Numbers as arguments get the sums of what threads add; some are float, some are constant. */
#include "host_test.h"

__global__ void line(const double *x, double *y, double a, float b, int n, double c)
{
    int i = INDEX;
    if (i < n)
        y[i] = a * x[i] * x[i] + (double)b * x[i] + c * a;
}

static void f(const double *x, double *y, int n)
{
    double *u, *v;
    int m = n - 2;
    cudaMalloc(&u, m * sizeof *u);
    cudaMalloc(&v, m * sizeof *v);
    cudaMemcpy(u, x + 2, m * sizeof *u, cudaMemcpyHostToDevice);
    line<<<GRID(m, 32), 32>>>(u, v, x[0] * x[1], 0.5f, m, x[1]);
    line<<<GRID(m, 32), 32>>>(v, u, 0.25, 2, m, x[0]);
    cudaMemcpy(y, u, m * sizeof *u, cudaMemcpyDeviceToHost);
    cudaFree(u);
    cudaFree(v);
}
HOST_TEST(f, 42, 40)
