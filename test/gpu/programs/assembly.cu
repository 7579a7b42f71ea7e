/* Assembly that is known: barriers, arithmetic, and registers of its own. The kernels' own code is
 * not run, but that of derivatives, in which it is instructions of LLVM.
 * needs: NVIDIA's assembly */
#include "device_test.h"

__device__ void known(const double *x, double *y, int n)
{
    __shared__ double a[32];
    int k = threadIdx.x;
    a[k] = x[k] * x[k];
    asm volatile("bar.sync 0;" ::: "memory");
    double v = a[31 - k], w;
    asm("{ .reg .f64 t;\n"
        "  mul.f64 t, %1, %2;\n"
        "  fma.rn.f64 %0, t, t, %1; }"
        : "=d"(w)
        : "d"(v), "d"(x[k]));
    asm volatile("barrier.sync 1, %0;" ::"r"(32) : "memory");
    asm volatile("nanosleep.u32 %0;" ::"r"(20));
    a[k] = w;
    asm volatile("bar.sync 0;" ::: "memory");
    y[k] = a[(k + 1) % 32] * v;
}

__global__ void forward(const double *x, const double *dx, double *y, double *dy)
{
    __enzyme_fwddiff<void>((void *)known, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, 32);
}
__global__ void reverse(const double *x, double *dx, double *y, double *dy)
{
    __enzyme_autodiff<void>((void *)known, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, 32);
}

static double value(const double *x, int k)
{
    double v = x[31 - k] * x[31 - k], j = x[(k + 1) % 32], u = x[(62 - k) % 32];
    double t = u * u * j;
    return (t * t + u * u) * v;
}

int main()
{
    device_array<double> x(32, 0.5, 1.5), v(32, -1, 1), dx(32, 0, 0), y(32, 0, 0), w(32, -1, 1),
        dy(32, 0, 0), low(32, 0, 0), high(32, 0, 0);
    double want = 0, differences = 0, h = 1e-6;
    low.move(x, -h, v), high.move(x, h, v);
    for (int k = 0; k < 32; k++) {
        want += w.at[k] * value(x.at, k);
        differences += w.at[k] * (value(high.at, k) - value(low.at, k)) / (2 * h);
    }
    forward<<<1, 32>>>(x.at, v.at, y.at, dy.at);
    cudaDeviceSynchronize();
    double along = dy.dot(w);
    int failed = device_check("value", y.dot(w), want, 1e-12);
    failed += device_check("differences", along, differences, 1e-6);
    dy.copy(w);
    reverse<<<1, 32>>>(x.at, dx.at, y.at, dy.at);
    cudaDeviceSynchronize();
    return failed + device_check("reverse and forward", dx.dot(v), along, 1e-12);
}
