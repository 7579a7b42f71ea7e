/* Forward mode over reverse mode: a product with the Hessian of a sum over threads. */
#include "device_test.h"

__device__ void energy(const double *x, double *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(y, x[i] * x[i] * x[(i + 1) % n]);
}
__device__ void gradient(const double *x, double *dx, double *y, double *dy, int n)
{
    __enzyme_autodiff<void>((void *)energy, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, n);
}
__global__ void product(const double *x, const double *v, double *dx, double *hv, double *y,
                        double *yv, double *dy, double *dyv, int n)
{
    __enzyme_fwddiff<void>((void *)gradient, enzyme_dup, x, v, enzyme_dup, dx, hv, enzyme_dup, y,
                           yv, enzyme_dup, dy, dyv, enzyme_const, n);
}

int main()
{
    const int n = 30;
    device_array<double> x(n, 0.5, 1.5), v(n, -1, 1), dx(n, 0, 0), hv(n, 0, 0), y(1, 0, 0),
        yv(1, 0, 0), dy(1, 1, 1), dyv(1, 0, 0);
    product<<<2, 16>>>(x.at, v.at, dx.at, hv.at, y.at, yv.at, dy.at, dyv.at, n);
    cudaDeviceSynchronize();
    double worst = 0, worst_gradient = 0;
    for (int i = 0; i < n; i++) {
        int next = (i + 1) % n, last = (i + n - 1) % n;
        double g = 2 * x.at[i] * x.at[next] + x.at[last] * x.at[last],
               h = 2 * x.at[next] * v.at[i] + 2 * x.at[i] * v.at[next] +
                   2 * x.at[last] * v.at[last];
        worst_gradient = std::fmax(worst_gradient, std::fabs(g - dx.at[i]));
        worst = std::fmax(worst, std::fabs(h - hv.at[i]));
    }
    return device_check("gradient", worst_gradient, 0, 1e-13) +
               device_check("Hessian times v", worst, 0, 1e-13) !=
           0;
}
