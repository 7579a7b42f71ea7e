/* The host does not see what is behind pointers in memory of the device.
 * expect: a launch of a kernel that takes pointers from memory */
#include "host_test.h"

__global__ void row(double **table, int n)
{
    int i = INDEX;
    if (i < n)
        table[1][i] = table[0][i] * table[0][i];
}
static void f(const double *x, double *y, int n)
{
    double *u, *v;
    cudaMalloc(&u, n * sizeof *u);
    cudaMalloc(&v, n * sizeof *v);
    cudaMemcpy(u, x, n * sizeof *u, cudaMemcpyHostToDevice);
    double *both[] = {u, v}, **table;
    cudaMalloc((void **)&table, sizeof both);
    cudaMemcpy(table, both, sizeof both, cudaMemcpyHostToDevice);
    row<<<1, 16>>>(table, n);
    cudaFree(table);
    cudaMemcpy(y, v, n * sizeof *v, cudaMemcpyDeviceToHost);
    cudaFree(u);
    cudaFree(v);
}
HOST_TEST(f, 16, 16)
