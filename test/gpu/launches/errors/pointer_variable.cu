/* What is behind a pointer in a variable nobody on the host sees.
 * expect: a launch of a kernel that takes pointers from memory */
#include "host_test.h"

__device__ double *where;
__global__ void set(double *p)
{
    where = p;
}
__global__ void square(const double *x, int n)
{
    int i = INDEX;
    if (i < n)
        where[i] = x[i] * x[i];
}
static void f(const double *x, double *y, int n)
{
    double *u, *v;
    cudaMalloc(&u, n * sizeof *u);
    cudaMalloc(&v, n * sizeof *v);
    cudaMemcpy(u, x, n * sizeof *u, cudaMemcpyHostToDevice);
    square<<<1, 16>>>(u, n);
    cudaMemcpy(y, v, n * sizeof *v, cudaMemcpyDeviceToHost);
    cudaFree(u);
    cudaFree(v);
}
HOST_PROBLEM(f, 16, 16)
int main()
{
    set<<<1, 1>>>(nullptr);
    return test_f();
}
