/* Structs by value, choices of functions, recursion. */
#include "device_test.h"

struct pair {
    double a, b;
};

__device__ __noinline__ pair mix(pair p, double w)
{
    return {p.a * w + p.b, p.b * p.a};
}
__device__ double twice(double v)
{
    return 2 * v * v;
}
__device__ double wave(double v)
{
    return sin(3 * v);
}
__device__ __noinline__ double power(double v, int k)
{
    return k == 0 ? 1 : v * power(v, k - 1);
}

__device__ void structs(const double *x, double *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    pair p = mix({x[i], x[(i + 1) % n]}, x[(i + 2) % n]);
    double (*f)(double) = i % 2 ? twice : wave;
    y[i] = f(p.a) + p.b + power(x[i], i % 4);
}
DEVICE_TEST(structs, double, 32, 32, 2, 16, 0)
