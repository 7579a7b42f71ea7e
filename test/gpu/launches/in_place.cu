/* Kernels overwrite what they read; between them memory is copied, filled and read back. */
#include "host_test.h"

__global__ void square(double *u, int n)
{
    int i = INDEX;
    if (i < n)
        u[i] = u[i] * u[i] + sin(u[i]);
}
__global__ void add(const double *u, double *v, int n)
{
    int i = INDEX;
    if (i < n)
        v[i] += exp(u[i] * 0.1);
}

static void f(const double *x, double *y, int n)
{
    double *u, *v, *w;
    size_t bytes = n * sizeof *u;
    cudaMalloc(&u, bytes);
    cudaMalloc(&v, bytes);
    cudaMalloc(&w, bytes);
    cudaMemcpy(u, x, bytes, cudaMemcpyHostToDevice);
    square<<<GRID(n, 8), 8>>>(u, n);
    cudaMemcpy(w, u, bytes, cudaMemcpyDeviceToDevice);
    cudaMemset(v, 0, bytes);
    add<<<GRID(n, 8), 8>>>(u, v, n);
    square<<<GRID(n, 8), 8>>>(u, n);
    add<<<GRID(n, 8), 8>>>(u, v, n);
    cudaMemcpy(y, v, bytes, cudaMemcpyDeviceToHost);
    cudaMemset(v, 0, bytes / 2);
    cudaMemcpy(u + n / 2, x, bytes / 2, cudaMemcpyHostToDevice);
    add<<<GRID(n, 8), 8>>>(u, v, n);
    square<<<GRID(n, 8), 8>>>(v, n);
    cudaMemcpy(y + n, v, bytes, cudaMemcpyDeviceToHost);
    cudaMemcpy(y + 2 * n, w, bytes, cudaMemcpyDeviceToHost);
    cudaFree(u);
    cudaFree(v);
    cudaFree(w);
}
HOST_TEST(f, 20, 60)
