/* Launches without derivative change indices that others read. */
#include "host_test.h"

__global__ void rotate(int *index, int n, int by)
{
    int i = INDEX;
    if (i < n)
        index[i] = (index[i] + by) % n;
}
__global__ void gather(const double *x, const int *index, const double *weight, double *y, int n)
{
    int i = INDEX;
    if (i < n)
        y[i] += weight[i] * x[index[i]] * x[i];
}
static void turn(int *index, int n, int by)
{
    rotate<<<GRID(n, 8), 8>>>(index, n, by);
}

static void f(const double *x, double *y, int n)
{
    double *u, *v, *w, weight[64];
    int *index, start[64];
    for (int i = 0; i < n; i++)
        start[i] = (i * 7) % n, weight[i] = 1 + 0.1 * i;
    cudaMalloc(&u, n * sizeof *u);
    cudaMalloc(&v, n * sizeof *v);
    cudaMalloc(&w, n * sizeof *w);
    cudaMalloc(&index, n * sizeof *index);
    cudaMemcpy(u, x, n * sizeof *u, cudaMemcpyHostToDevice);
    cudaMemcpy(w, weight, n * sizeof *w, cudaMemcpyHostToDevice);
    cudaMemcpy(index, start, n * sizeof *index, cudaMemcpyHostToDevice);
    cudaMemset(v, 0, n * sizeof *v);
    for (int k = 0; k < 4; k++) {
        gather<<<GRID(n, 8), 8>>>(u, index, w, v, n);
        turn(index, n, k + 1);
    }
    for (int i = 0; i < n; i++)
        start[i] = i;
    cudaMemcpy(index, start, n * sizeof *index, cudaMemcpyHostToDevice);
    gather<<<GRID(n, 8), 8>>>(v, index, w, v, n);
    cudaMemcpy(y, v, n * sizeof *v, cudaMemcpyDeviceToHost);
    cudaFree(u);
    cudaFree(v);
    cudaFree(w);
    cudaFree(index);
}
HOST_TEST(f, 33, 33)
