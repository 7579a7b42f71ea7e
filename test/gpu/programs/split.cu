/* Both halves in kernels of their own: the tape of each thread is in memory of the device. */
#include "device_test.h"

extern __device__ int enzyme_allocated, enzyme_tape;
template <class R, class... T> __device__ R __enzyme_augmentfwd(void *, T...);
template <class R, class... T> __device__ R __enzyme_reverse(void *, T...);

__device__ void f(const double *x, double *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double s = x[i];
    for (int k = 0; k < 3 + i % 4; k++)
        s = sin(s) * x[(i + k) % n];
    y[i] = s;
}
__global__ void first(const double *x, double *dx, double *y, double *dy, int n, void **tapes)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tapes[i] = __enzyme_augmentfwd<void *>((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy,
                                           enzyme_const, n);
}
__global__ void second(const double *x, double *dx, double *y, double *dy, int n, void **tapes)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __enzyme_reverse<void>((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, n,
                           tapes[i]);
}
DEVICE_KERNELS(f, double)

int main()
{
    const int n = 32;
    device_array<double> x(n, 0.5, 1.5), y(n, 0, 0), dx(n, 0, 0), dy(n, 1, 1), other(n, 0, 0);
    void **tapes;
    cudaMallocManaged(&tapes, n * sizeof *tapes);
    first<<<2, 16>>>(x.at, dx.at, y.at, dy.at, n, tapes);
    cudaDeviceSynchronize();
    second<<<2, 16>>>(x.at, dx.at, y.at, dy.at, n, tapes);
    cudaDeviceSynchronize();
    dy.fill(1);
    reverse_kernel<<<2, 16>>>(x.at, other.at, y.at, dy.at, n);
    cudaDeviceSynchronize();
    double worst = 0;
    for (int i = 0; i < n; i++)
        worst = std::fmax(worst, std::fabs(dx.at[i] - other.at[i]));
    return device_check("halves and whole", worst, 0, 1e-14);
}
