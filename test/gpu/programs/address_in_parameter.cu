/* A kernel puts the address of shared memory into a struct that it takes by value: what it loads
 * from there does not lead to what the host has allocated. */
#include "device_test.h"

enum { BLOCK = 16 };
struct holder {
    double *at;
};
__shared__ double table[BLOCK];

__device__ void scaled(const double *x, double *y, double *work, int n)
{
    int k = threadIdx.x;
    double factor = table[k];
    y[k] = factor * x[k] * x[k];
    work[k] = 100;
}

__global__ void gradient(const double *x, double *dx, double *y, double *dy, holder h, int n)
{
    table[threadIdx.x] = threadIdx.x + 1;
    if (n > 0)
        h.at = table;
    __enzyme_autodiff<void>((void *)scaled, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const,
                            h.at, enzyme_const, n);
}

int main()
{
    device_array<double> x(BLOCK, 0.5, 1.5), dx(BLOCK, 0, 0), y(BLOCK, 0, 0), dy(BLOCK, 1, 1),
        other(BLOCK, 0, 0);
    gradient<<<1, BLOCK>>>(x.at, dx.at, y.at, dy.at, holder{other.at}, BLOCK);
    cudaDeviceSynchronize();
    int failed = 0;
    for (int k = 0; k < BLOCK; k++)
        failed += device_check("gradient", dx.at[k], 2 * (k + 1) * x.at[k], 1e-14);
    return failed;
}
