/* Functions of the device that approximate, or round as they say, and some of its own.
 * needs: NVIDIA's functions */
#include "device_test.h"

#ifndef GPUSIM
static __device__ float fast(float a, float b)
{
    return __sinf(a) * __cosf(b) + __expf(-a) * __logf(b) + __powf(a, b) + __fdividef(a, b) +
           __tanf(a / 2) + __exp10f(a / 3) + __log2f(b) + __log10f(a);
}
static __device__ double rounded(double a, double b)
{
    return __dmul_rn(a, b) + __dadd_rn(a, __fma_rn(a, b, a)) + __ddiv_rn(a, b) + __dsqrt_rn(a) +
           __drcp_rn(b) + rhypot(a, b) + rcbrt(a) + sinpi(a) * cospi(b);
}
#else
static __device__ float fast(float a, float b)
{
    return a * b;
}
static __device__ double rounded(double a, double b)
{
    return __nvvm_mul_rn_d(a, b) + __nvvm_add_rn_d(a, b) + __nvvm_fma_rn_d(a, b, a) +
           __nvvm_div_rn_d(a, b) + __nvvm_sqrt_rn_d(a) + __nvvm_rcp_rn_d(b) + rhypot(a, b) +
           rcbrt(a) + sinpi(a) * cospi(b);
}
#endif

__device__ void approximate(const double *x, double *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double a = x[i], b = x[(i + 7) % n];
    y[i] = rounded(a, b) + (a > 2 ? (double)fast((float)a, (float)b) : 0);
}
DEVICE_TEST(approximate, double, 32, 32, 1, 32, 0)
