/* Bessel functions, and those around the error function. */
#include "device_test.h"

__device__ void bessel(const double *x, double *y, int n)
{
    int i = threadIdx.x;
    double v = 3 * x[i];
    y[i] = i % 2 ? j0(v) * j1(v) + jn(3, v) : y0(v) * y1(v) - yn(2, v);
    y[i] += cyl_bessel_i0(v) * cyl_bessel_i1(x[i]);
}
DEVICE_PROBLEM(bessel, 32, 32, 1, 32)

__device__ void errors(const double *x, double *y, int n)
{
    int i = threadIdx.x;
    double v = 0.5 * x[i];
    y[i] = erfinv(v) * erfcx(x[i]) + fma(erfcinv(1.3 * x[i]), normcdfinv(v), x[i]);
}
DEVICE_PROBLEM(errors, 32, 32, 1, 32)

__device__ void at_zero(const double *x, double *y, int n)
{
    y[0] = cyl_bessel_i1(x[0]);
}
__global__ void slope(const double *x, double *dx, double *y, double *dy)
{
    __enzyme_autodiff<void>((void *)at_zero, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, 1);
}
static int test_at_zero()
{
    device_array<double> x(1, 0, 0), dx(1, 0, 0), y(1, 0, 0), dy(1, 1, 1);
    slope<<<1, 1>>>(x.at, dx.at, y.at, dy.at);
    cudaDeviceSynchronize();
    return device_check("I1 at 0", dx.at[0], 0.5, 1e-15);
}

int main()
{
    return test_bessel() | test_errors() | test_at_zero();
}
