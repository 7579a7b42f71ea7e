/* The kernel itself is differentiated; directions in a vector. */
#include "device_test.h"

__global__ void kernel(const double *x, double *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] * x[(i + 1) % n] + sin(x[i]);
}
__global__ void reverse(const double *x, double *dx, double *y, double *dy, int n)
{
    __enzyme_autodiff<void>((void *)kernel, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, n);
}
__global__ void forward2(const double *x, const double *v1, const double *v2, double *y, double *d1,
                         double *d2, int n)
{
    __enzyme_fwddiff<void>((void *)kernel, enzyme_width, 2, enzyme_dup, x, v1, v2, enzyme_dup, y,
                           d1, d2, enzyme_const, n);
}

int main()
{
    const int n = 40;
    device_array<double> x(n, 0.5, 1.5), v1(n, -1, 1), v2(n, -1, 1), y(n, 0, 0), d1(n, 0, 0),
        d2(n, 0, 0), w(n, -1, 1), dy(n, 0, 0), dx(n, 0, 0);
    int failed = 0;
    dy.copy(w);
    reverse<<<3, 16>>>(x.at, dx.at, y.at, dy.at, n);
    cudaDeviceSynchronize();
    forward2<<<3, 16>>>(x.at, v1.at, v2.at, y.at, d1.at, d2.at, n);
    cudaDeviceSynchronize();
    failed += device_check("first direction", dx.dot(v1), w.dot(d1), 1e-12);
    failed += device_check("second direction", dx.dot(v2), w.dot(d2), 1e-12);
    double worst = 0;
    for (int i = 0; i < n; i++) {
        double want = w.at[i] * (x.at[(i + 1) % n] + std::cos(x.at[i])) +
                      w.at[(i + n - 1) % n] * x.at[(i + n - 1) % n];
        worst = std::fmax(worst, std::fabs(want - dx.at[i]));
    }
    failed += device_check("closed form", worst, 0, 1e-13);
    return failed != 0;
}
