/* Copies of rectangles; parts of arrays. */
#include "host_test.h"

__global__ void transpose(const double *a, double *b, int pitch, int n)
{
    int i = threadIdx.x, j = threadIdx.y;
    if (i < n && j < n)
        b[i * n + j] = a[j * pitch + i] * a[i * pitch + j];
}

static void f(const double *x, double *y, int n)
{
    const int m = 5, pitch = 8;
    double *a, *b;
    (void)n;
    cudaMalloc(&a, m * pitch * sizeof *a);
    cudaMalloc(&b, m * m * sizeof *b);
    cudaMemcpy2D(a, pitch * sizeof *a, x, m * sizeof *x, m * sizeof *x, m, cudaMemcpyHostToDevice);
    transpose<<<1, dim3(8, 8)>>>(a, b, pitch, m);
    cudaMemcpy(y, b + m, (m * m - m) * sizeof *b, cudaMemcpyDeviceToHost);
    cudaFree(a);
    cudaFree(b);
}
HOST_TEST(f, 25, 20)
