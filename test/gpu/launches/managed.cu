/* Memory that both sides access. */
#include "host_test.h"

__global__ void power(const double *x, double *y, int n)
{
    int i = INDEX;
    if (i < n)
        y[i] = pow(x[i], 1.5);
}

static void f(const double *x, double *y, int n)
{
    double *u, *v;
    cudaMallocManaged(&u, n * sizeof *u);
    cudaMallocManaged(&v, n * sizeof *v);
    for (int i = 0; i < n; i++)
        u[i] = x[i] * x[(i + 1) % n];
    power<<<GRID(n, 8), 8>>>(u, v, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++)
        y[i] = v[i] * v[i] + u[i];
    for (int i = 0; i < n; i++)
        u[i] = v[n - 1 - i] * 0.5;
    power<<<GRID(n, 8), 8>>>(u, v, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++)
        y[i] += v[i] * y[i];
    cudaFree(u);
    cudaFree(v);
}
HOST_TEST(f, 24, 24)
