/* Functions of libdevice have derivatives by rule, in both precisions. */
#include "device_test.h"

__device__ void functions(const double *x, double *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double a = x[i], b = x[(i + 7) % n], s = a / 2;
    s += sin(a) * cos(b) + tan(a / 3) + exp(-a) * log(b) + pow(a, b) + sqrt(a + b);
    s += tanh(a) + sinh(b) * cosh(a) + atan(b) + atan2(a, b) + asin(a / 4) * acos(b / 4);
    s += log1p(a) + expm1(b) + log2(a) + log10(b) + exp2(a) + erf(b) + cbrt(a * b);
    s += hypot(a, b) + fmax(a, b) * fmin(a, b) + fabs(a - b) + rsqrt(a) + fmod(a, 0.3);
    float c = (float)a;
    s += c > 2 ? (double)sinf(c) : 0;
    y[i] = s + floor(a);
}
DEVICE_TEST(functions, double, 64, 64, 2, 32, 0)
