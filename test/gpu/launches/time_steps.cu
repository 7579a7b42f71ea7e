/* Buffers are swapped: each launch overwrites what the one before the last has read. */
#include "host_test.h"

__global__ void step(const double *u, double *v, double k, int n)
{
    int i = INDEX;
    if (i < n)
        v[i] = u[i] + k * u[i] * (u[(i + 1) % n] - 2 * u[i] + u[(i + n - 1) % n]);
}

static void heat(const double *x, double *y, int n)
{
    double *u, *v;
    cudaMalloc(&u, n * sizeof *u);
    cudaMalloc(&v, n * sizeof *v);
    cudaMemcpy(u, x, n * sizeof *u, cudaMemcpyHostToDevice);
    for (int t = 0; t < 7; t++) {
        step<<<GRID(n, 16), 16>>>(u, v, 0.1 + 0.01 * t, n);
        double *w = u;
        u = v, v = w;
    }
    cudaMemcpy(y, u, n * sizeof *u, cudaMemcpyDeviceToHost);
    cudaFree(u);
    cudaFree(v);
}
HOST_TEST(heat, 40, 40)
