/* Pinned memory, asynchronous copies, two streams that wait for each other by events. */
#include "host_test.h"
#include <cstring>

__global__ void first(const double *x, double *y, int n)
{
    int i = INDEX;
    if (i < n)
        y[i] = x[i] * x[i];
}
__global__ void second(const double *x, const double *y, double *z, int n)
{
    int i = INDEX;
    if (i < n)
        z[i] = x[i] * y[n - 1 - i];
}

static void f(const double *x, double *y, int n)
{
    double *u, *v, *w, *pinned;
    size_t bytes = n * sizeof *u;
    cudaStream_t a, b;
    cudaEvent_t ready;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaEventCreate(&ready);
    cudaMallocAsync((void **)&u, bytes, a);
    cudaMalloc(&v, bytes);
    cudaMalloc(&w, bytes);
    cudaMallocHost((void **)&pinned, bytes);
    memcpy(pinned, x, bytes);
    cudaMemcpyAsync(u, pinned, bytes, cudaMemcpyHostToDevice, a);
    first<<<GRID(n, 8), 8, 0, a>>>(u, v, n);
    cudaEventRecord(ready, a);
    cudaStreamWaitEvent(b, ready);
    second<<<GRID(n, 8), 8, 0, b>>>(u, v, w, n);
    cudaMemcpyAsync(pinned, w, bytes, cudaMemcpyDeviceToHost, b);
    cudaStreamSynchronize(b);
    for (int i = 0; i < n; i++)
        y[i] = pinned[i] + x[i];
    cudaFreeAsync(u, a);
    cudaFree(v);
    cudaFree(w);
    cudaFreeHost(pinned);
    cudaEventDestroy(ready);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
}
HOST_TEST(f, 24, 24)
