/* Numbers of half precision, and pairs of them. */
#include "half_test.h"
#include <cuda_fp16.h>

__device__ void scalar(const float *x, float *y, int n)
{
    int i = threadIdx.x;
    __half a = __float2half(x[i]), b = __float2half(x[(i + 1) % n]);
    __half c = __hfma(a, b, __hmul(a, a)), d = __hsub(__hadd(c, a), __hneg(b));
    d = __hgt(a, __float2half(0.25f)) ? __hdiv(d, a) : __hmul(d, d);
    d = __hmul(d, hexp2(b));
    y[i] = __half2float(__hmax(d, __float2half(0.125f))) + __half2float(a) * x[i];
}
static double want_scalar(const float *x, int i, int n)
{
    double a = x[i], b = x[(i + 1) % n], d = (a * b + a * a + a + b) / a;
    return d * exp2(b) + a * a;
}
HALF_PROBLEM(scalar, 32)

__device__ void pairs(const float *x, float *y, int n)
{
    int i = threadIdx.x;
    __half2 a = __floats2half2_rn(x[i], x[(i + 1) % n]), b = __float2half2_rn(x[(i + 2) % n]);
    __half2 c = __hfma2(a, b, __hadd2(a, a));
    c = __hmul2(c, __hsub2(__lowhigh2highlow(a), __hneg2(b)));
    float2 f = __half22float2(c);
    y[i] = f.x * x[i] + f.y + __low2float(c) * __high2float(a);
}
static double want_pairs(const float *x, int i, int n)
{
    double a = x[i], b = x[(i + 1) % n], c = x[(i + 2) % n];
    double low = (a * c + 2 * a) * (b + c), high = (b * c + 2 * b) * (a + c);
    return low * a + high + low * b;
}
HALF_PROBLEM(pairs, 32)

/* In memory. */
__device__ void memory(const float *x, float *y, int n)
{
    __shared__ __half t[32];
    __shared__ __half2 u[32];
    int i = threadIdx.x;
    t[i] = __float2half(x[i] * x[i]);
    u[i] = __halves2half2(t[i], __float2half(x[i]));
    __syncthreads();
    __half2 v = u[(i + 3) % n];
    y[i] = __half2float(t[n - 1 - i] * __low2half(v) + __high2half(v)) * x[i];
}
static double want_memory(const float *x, int i, int n)
{
    double a = x[n - 1 - i], b = x[(i + 3) % n];
    return (a * a * b * b + b) * x[i];
}
HALF_PROBLEM(memory, 32)

/* Functions, and conversions of integers. */
__device__ void functions(const float *x, float *y, int n)
{
    int i = threadIdx.x;
    __half a = __float2half(x[i]), b = __hadd(hexp(a), hlog(a));
    b = __hfma(hsqrt(a), htanh(a), __hmul(b, hrcp(a)));
    b = __hadd(__hmul_sat(a, __float2half(0.5f)), __hmul(b, hrsqrt(a)));
    y[i] = __half2float(__hadd(b, __int2half_rn(__half2int_rd(a)))) * (__hisnan(b) ? 0 : 1);
}
static double want_functions(const float *x, int i, int n)
{
    double a = x[i];
    double b = sqrt(a) * tanh(a) + (exp(a) + log(a)) / a;
    return a / 2 + b / sqrt(a) + floor((float)a);
}
HALF_PROBLEM(functions, 32)

/* Sums by all threads, of numbers that all of them read, too. */
__device__ void sums(const float *x, float *y, int n)
{
    __shared__ __half total, factor;
    int i = threadIdx.x;
    if (i == 0)
        total = __float2half(0), factor = __float2half(x[1]);
    __syncthreads();
    atomicAdd(&total, __hmul(__float2half(x[i] / 32), factor));
    __syncthreads();
    y[i] = __half2float(total) * x[i];
}
static double want_sums(const float *x, int i, int n)
{
    double sum = 0;
    for (int k = 0; k < n; k++)
        sum += x[k] / 32 * x[1];
    return sum * x[i];
}
HALF_PROBLEM(sums, 32)

int main()
{
    return test_scalar(1e-2) | test_pairs(1e-2) | test_memory(1e-2) | test_sums(1e-2) |
           test_functions(2e-2);
}
