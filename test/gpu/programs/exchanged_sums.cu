/* Additions by loops of compare-exchange, as the CUDA C++ Programming Guide has them ("Atomic
 * Functions") for devices without an instruction. */
#include "device_test.h"

__device__ double add(double *address, double value)
{
    unsigned long long *bits = (unsigned long long *)address, old = *bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}
__device__ float add(float *address, float value)
{
    int *bits = (int *)address, old = *bits, expected;
    do {
        expected = old;
        old = atomicCAS(bits, expected, __float_as_int(value + __int_as_float(expected)));
    } while (expected != old);
    return __int_as_float(old);
}

__device__ void sums(const double *x, double *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        add(&y[i % 3], sin(x[i]) * x[(i + 1) % n]);
}
DEVICE_PROBLEM(sums, 90, 3, 3, 32)

__device__ void block_sum(const double *x, double *y, int n)
{
    __shared__ float sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    add(&sum, (float)(x[threadIdx.x] * x[threadIdx.x]));
    __syncthreads();
    y[threadIdx.x] = sum * x[threadIdx.x];
}
__global__ void gradient(const double *x, double *dx, double *y, double *dy)
{
    __enzyme_autodiff<void>((void *)block_sum, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const,
                            64);
}

/* y_i = x_i sum_j x_j^2, of which the sum has the gradient sum_j x_j^2 + 2 x_i sum_j x_j. */
static int test_block_sum()
{
    device_array<double> x(64, 0.5, 1.5), dx(64, 0, 0), y(64, 0, 0), dy(64, 1, 1);
    double sum = 0, squares = 0;
    int failed = 0;
    gradient<<<1, 64>>>(x.at, dx.at, y.at, dy.at);
    cudaDeviceSynchronize();
    for (int i = 0; i < 64; i++)
        sum += x.at[i], squares += x.at[i] * x.at[i];
    for (int i = 0; i < 64; i += 21)
        failed += device_check("gradient", dx.at[i], squares + 2 * x.at[i] * sum, 1e-6);
    return failed;
}

int main()
{
    return test_sums() | test_block_sum();
}
