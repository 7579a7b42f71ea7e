/* Copies on the device of arrays that only kernels look into: of kernels with C linkage, static
 * ones, with elements that are structs, with integers of several sizes. */
#include "host_test.h"

extern "C" __global__ void square(const double *x, double *z, int n)
{
    int i = INDEX;
    if (i < n)
        z[i] = x[i] * x[i];
}
static __global__ void pairs(const double2 *x, double2 *z, int n)
{
    int i = INDEX;
    if (i < n)
        z[i].x = x[i].x * x[i].y, z[i].y = x[i].x + x[i].y;
}
namespace {
__global__ void fill(long long *a, size_t *b, unsigned char *mask, int n)
{
    int i = INDEX;
    if (i < n)
        a[i] = n - 1 - i, b[i] = (i + 2) % n, mask[i] = i % 2;
}
}
__global__ void choose(const double *x, const long long *a, const size_t *b,
                       const unsigned char *mask, double *y, int n)
{
    int i = INDEX;
    if (i < n)
        y[i] = mask[i] ? x[a[i]] * x[b[i]] : x[i];
}
__global__ void count(const double *x, int *number, int n)
{
    int i = INDEX;
    if (i < n && x[i] > 1)
        atomicAdd(number, 1);
}

static void f(const double *x, double *y, int n)
{
    double *u, *v, *w;
    long long *a, *a2;
    size_t *b;
    unsigned char *mask;
    int *number, big;
    size_t bytes = n * sizeof *u;
    cudaMalloc(&u, bytes);
    cudaMalloc(&v, bytes);
    cudaMalloc(&w, bytes);
    cudaMalloc(&a, n * sizeof *a);
    cudaMalloc(&a2, n * sizeof *a);
    cudaMalloc(&b, n * sizeof *b);
    cudaMalloc(&mask, n);
    cudaMalloc(&number, sizeof *number);
    cudaMemset(number, 0, sizeof *number);
    cudaMemcpy(u, x, bytes, cudaMemcpyHostToDevice);
    count<<<GRID(n, 8), 8>>>(u, number, n);
    cudaMemcpy(&big, number, sizeof big, cudaMemcpyDeviceToHost);
    square<<<GRID(n, 8), 8>>>(u, v, big);
    square<<<GRID(n, 8), 8>>>(u, v, n);
    cudaMemcpy(w, v, bytes, cudaMemcpyDeviceToDevice);
    pairs<<<1, 8>>>((double2 *)w, (double2 *)u, n / 2);
    cudaMemcpy(v, u, bytes, cudaMemcpyDeviceToDevice);
    fill<<<GRID(n, 8), 8>>>(a, b, mask, n);
    cudaMemcpy(a2, a, n * sizeof *a, cudaMemcpyDeviceToDevice);
    choose<<<GRID(n, 8), 8>>>(v, a2, b, mask, w, n);
    cudaMemset(mask, 1, n);
    choose<<<GRID(n, 8), 8>>>(w, a, b, mask, u, n);
    cudaMemcpy(y, u, bytes, cudaMemcpyDeviceToHost);
    cudaFree(u);
    cudaFree(v);
    cudaFree(w);
    cudaFree(a);
    cudaFree(a2);
    cudaFree(b);
    cudaFree(mask);
    cudaFree(number);
}
HOST_TEST(f, 16, 16)
