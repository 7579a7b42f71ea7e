/* Several threads store one value to one place, of which one stays; derivative calls follow each
 * other; of a kernel, some threads have ended before the call.
 * needs: NVIDIA's shuffles */
#include "device_test.h"

__device__ void same_place(const double *x, double *y, int n)
{
    __shared__ double m, t[32];
    int k = threadIdx.x, i = blockIdx.x * blockDim.x + k;
    if (i >= n)
        return;
    t[k] = x[i] * x[i];
    double v = t[k];
    for (int o = 1; o < 8; o *= 2)
        v += __shfl_xor_sync(0xff, v, o);
    m = v;
    y[n] = 0.5 * v;
    __syncthreads();
    y[i] = m * m * t[k];
}

#define STARTS                                                                                     \
    if (threadIdx.x >= 8)                                                                          \
        return;

__global__ void primal_kernel(const double *x, double *y, int n)
{
    STARTS
    same_place(x, y, n);
    same_place(x + n, y + n + 1, n);
}
__global__ void forward_kernel(const double *x, const double *dx, double *y, double *dy, int n)
{
    STARTS
    for (int k = 0; k < 2; k++)
        __enzyme_fwddiff<void>((void *)same_place, enzyme_dup, x + k * n, dx + k * n, enzyme_dup,
                               y + k * (n + 1), dy + k * (n + 1), enzyme_const, n);
}
__global__ void reverse_kernel(const double *x, double *dx, double *y, double *dy, int n)
{
    STARTS
    for (int k = 0; k < 2; k++)
        __enzyme_autodiff<void>((void *)same_place, enzyme_dup, x + k * n, dx + k * n, enzyme_dup,
                                y + k * (n + 1), dy + k * (n + 1), enzyme_const, n);
}

static void primal(const double *x, double *y)
{
    primal_kernel<<<1, 16>>>(x, y, 8);
    cudaDeviceSynchronize();
}
static void forward(const double *x, const double *dx, double *y, double *dy)
{
    forward_kernel<<<1, 16>>>(x, dx, y, dy, 8);
    cudaDeviceSynchronize();
}
static void reverse(const double *x, double *dx, double *y, double *dy)
{
    reverse_kernel<<<1, 16>>>(x, dx, y, dy, 8);
    cudaDeviceSynchronize();
}

int main()
{
    return device_run<double>(16, 18, 1e-5, 1e-12, primal, forward, reverse);
}
