/* Numbers of bfloat16, and pairs of them. */
#include "half_test.h"
#include <cuda_bf16.h>

__device__ void scalar(const float *x, float *y, int n)
{
    int i = threadIdx.x;
    __nv_bfloat16 a = __float2bfloat16(x[i]), b = __float2bfloat16(x[(i + 1) % n]);
    __nv_bfloat16 c = __hfma(a, b, __hmul(a, a)), d = __hsub(__hadd(c, a), __hneg(b));
    d = __hgt(a, __float2bfloat16(0.25f)) ? __hdiv(d, a) : __hmul(d, d);
    y[i] = __bfloat162float(__hmax(d, __float2bfloat16(0.125f))) + __bfloat162float(a) * x[i];
}
static double want_scalar(const float *x, int i, int n)
{
    double a = x[i], b = x[(i + 1) % n];
    return (a * b + a * a + a + b) / a + a * a;
}
HALF_PROBLEM(scalar, 32)

__device__ void pairs(const float *x, float *y, int n)
{
    int i = threadIdx.x;
    __nv_bfloat162 a = __floats2bfloat162_rn(x[i], x[(i + 1) % n]),
                   b = __float2bfloat162_rn(x[(i + 2) % n]);
    __nv_bfloat162 c = __hfma2(a, b, __hadd2(a, a));
    c = __hmul2(c, __hsub2(__lowhigh2highlow(a), __hneg2(b)));
    float2 f = __bfloat1622float2(c);
    y[i] = f.x * x[i] + f.y + __low2float(c) * __high2float(a);
}
static double want_pairs(const float *x, int i, int n)
{
    double a = x[i], b = x[(i + 1) % n], c = x[(i + 2) % n];
    double low = (a * c + 2 * a) * (b + c), high = (b * c + 2 * b) * (a + c);
    return low * a + high + low * b;
}
HALF_PROBLEM(pairs, 32)

__device__ void memory(const float *x, float *y, int n)
{
    __shared__ __nv_bfloat16 t[32];
    int i = threadIdx.x;
    t[i] = __float2bfloat16(x[i] * x[i]);
    __syncthreads();
    y[i] = __bfloat162float(t[n - 1 - i]) * x[i];
}
static double want_memory(const float *x, int i, int n)
{
    return x[n - 1 - i] * x[n - 1 - i] * x[i];
}
HALF_PROBLEM(memory, 32)

int main()
{
    return test_scalar(5e-2) | test_pairs(5e-2) | test_memory(2e-2);
}
