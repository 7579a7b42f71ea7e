/* Derivatives of derivatives of sums over a warp: forward over reverse mode, and reverse over
 * reverse mode, whose product with v is the gradient of v times the gradient.
 * needs: NVIDIA's shuffles */
#include "device_test.h"

#define N 32

__device__ void energy(const double *x, double *y, int n)
{
    int i = threadIdx.x;
    double v = x[i] * x[i];
    v *= __shfl_down_sync(~0u, v, 3) + __shfl_sync(~0u, x[i], (i / 4 + 1) % N, 16);
    for (int by = N / 2; by; by /= 2)
        v += __shfl_xor_sync(~0u, v, by);
    y[i] = v * __shfl_up_sync(~0u, x[i], 1);
}
__device__ void gradient(const double *x, double *dx, double *y, double *dy, int n)
{
    __enzyme_autodiff<void>((void *)energy, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, n);
}
__global__ void first(const double *x, double *dx, double *y, double *dy)
{
    gradient(x, dx, y, dy, N);
}
__global__ void forward(const double *x, const double *v, double *dx, double *hv, double *y,
                        double *yv, double *dy, double *dyv)
{
    __enzyme_fwddiff<void>((void *)gradient, enzyme_dup, x, v, enzyme_dup, dx, hv, enzyme_dup, y,
                           yv, enzyme_dup, dy, dyv, enzyme_const, N);
}
/* dx is what the seed is for. */
__global__ void reverse(const double *x, double *hv, double *dx, double *v, double *y, double *yv,
                        double *dy, double *dyv)
{
    __enzyme_autodiff<void>((void *)gradient, enzyme_dup, x, hv, enzyme_dup, dx, v, enzyme_dup, y,
                            yv, enzyme_dup, dy, dyv, enzyme_const, N);
}

int main()
{
    device_array<double> x(N, 0.5, 1.5), v(N, -1, 1), w(N, -1, 1), dx(N, 0, 0), hv(N, 0, 0),
        y(N, 0, 0), yv(N, 0, 0), dy(N, 0, 0), dyv(N, 0, 0), moved(N, 0, 0), seed(N, -1, 1),
        bar(N, 0, 0);
    double h = 1e-5, value[2];
    dy.copy(seed);
    forward<<<1, N>>>(x.at, v.at, dx.at, hv.at, y.at, yv.at, dy.at, dyv.at);
    cudaDeviceSynchronize();
    double along = hv.dot(w);
    for (int k = 0; k < 2; k++) {
        moved.move(x, k ? h : -h, v), dx.fill(0), dy.copy(seed);
        first<<<1, N>>>(moved.at, dx.at, y.at, dy.at);
        cudaDeviceSynchronize();
        value[k] = dx.dot(w);
    }
    int failed = device_check("differences", (value[1] - value[0]) / (2 * h), along, 1e-6);
    dx.fill(0), dy.copy(seed), yv.fill(0), dyv.fill(0), bar.copy(w);
    device_array<double> back(N, 0, 0);
    reverse<<<1, N>>>(x.at, back.at, dx.at, bar.at, y.at, yv.at, dy.at, dyv.at);
    cudaDeviceSynchronize();
    return failed + device_check("reverse over reverse", back.dot(v), along, 1e-12);
}
