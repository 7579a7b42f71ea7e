/* Shared memory of both kinds; what the host computes between launches. */
#include "host_test.h"

__global__ void sum(const double *x, double *partial, int n)
{
    __shared__ double tile[32];
    int i = INDEX, t = threadIdx.x;
    tile[t] = i < n ? x[i] * x[i] : 0;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (t < s)
            tile[t] += tile[t + s];
        __syncthreads();
    }
    if (t == 0)
        partial[blockIdx.x] = tile[0];
}
__global__ void scale(const double *x, double *y, double by, int n)
{
    extern __shared__ double row[];
    int i = INDEX, t = threadIdx.x;
    row[t] = i < n ? x[i] : 0;
    __syncthreads();
    if (i < n)
        y[i] = row[t] / by + row[blockDim.x - 1 - t] * by;
}

static void normalise(const double *x, double *y, int n)
{
    double *u, *v, *p, partial[8], norm = 0;
    int blocks = GRID(n, 32);
    cudaMalloc(&u, n * sizeof *u);
    cudaMalloc(&v, n * sizeof *v);
    cudaMalloc(&p, blocks * sizeof *p);
    cudaMemcpy(u, x, n * sizeof *u, cudaMemcpyHostToDevice);
    for (int k = 0; k < 2; k++) {
        sum<<<blocks, 32>>>(u, p, n);
        cudaMemcpy(partial, p, blocks * sizeof *p, cudaMemcpyDeviceToHost);
        norm = 0;
        for (int i = 0; i < blocks; i++)
            norm += partial[i];
        scale<<<blocks, 32, 32 * sizeof(double)>>>(u, v, std::sqrt(norm), n);
        cudaMemcpy(u, v, n * sizeof *u, cudaMemcpyDeviceToDevice);
    }
    cudaMemcpy(y, v, n * sizeof *v, cudaMemcpyDeviceToHost);
    y[n] = norm;
    cudaFree(u);
    cudaFree(v);
    cudaFree(p);
}
HOST_TEST(normalise, 96, 97)
