#include "kernels.h"

__global__ void layer(const double *weights, double *state, double by, int n)
{
    __shared__ double row[16];
    int i = threadIdx.x;
    row[i] = i < n ? state[i] : 0;
    __syncthreads();
    double sum = 0;
    for (int k = 0; k < n; k++)
        sum += row[k] * weights[(i + k) % n];
    if (i < n)
        state[i] = activation(sum * by / n);
}

void start(model &m, const double *x, int n)
{
    m.n = n;
    cudaMalloc(&m.weights, n * sizeof *m.weights);
    cudaMalloc(&m.state, n * sizeof *m.state);
    cudaMemcpy(m.weights, x, n * sizeof *x, cudaMemcpyHostToDevice);
    cudaMemcpy(m.state, x + n, n * sizeof *x, cudaMemcpyHostToDevice);
}
void advance(model &m, double by)
{
    layer<<<1, 16>>>(m.weights, m.state, by, m.n);
}
void finish(model &m, double *y)
{
    cudaMemcpy(y, m.state, m.n * sizeof *y, cudaMemcpyDeviceToHost);
    cudaFree(m.weights);
    cudaFree(m.state);
}
