/* Loops that fill shared memory anew in every iteration, and loops that only look like it: what an
 * iteration reads is left from one before, or from in front of the loop, or is looked at behind the
 * derivative. Arrays do not overlap. */
#include "device_test.h"

enum { BLOCK = 16, ROUNDS = 3 }; /* n / 10 */
#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

/* Inner products of the rows of a matrix with what all threads have read. */
__device__ void products(const double *__restrict__ x, double *__restrict__ y, int n)
{
    __shared__ double s[BLOCK], t[BLOCK];
    int k = threadIdx.x;
    double sum = 0;
    for (int j = 0; j < n; j += BLOCK) {
        s[k] = x[j + k], t[k] = x[j + BLOCK - 1 - k] * x[k];
        __syncthreads();
        for (int l = 0; l < BLOCK; l++)
            sum += s[l] * t[(l + k) % BLOCK] * x[INDEX % n];
        __syncthreads();
    }
    y[INDEX] = sum;
}
DEVICE_PROBLEM(products, 48, 32, 2, BLOCK)

/* What a neighbour wrote in the iteration before. */
__device__ void carried(const double *__restrict__ x, double *__restrict__ y, int n)
{
    __shared__ double s[BLOCK];
    int k = threadIdx.x;
    s[k] = x[INDEX];
    __syncthreads();
    for (int j = 0; j < n / 10; j++) {
        double old = s[(k + 1) % BLOCK];
        __syncthreads();
        s[k] = sin(old) * x[(INDEX + j) % n];
        __syncthreads();
    }
    y[INDEX] = s[BLOCK - 1 - k] * s[k];
}
DEVICE_PROBLEM(carried, 32, 32, 2, BLOCK)

/* Every iteration writes other places, and reads those of all before. */
__device__ void stale(const double *__restrict__ x, double *__restrict__ y, int n)
{
    __shared__ double s[BLOCK + ROUNDS];
    int k = threadIdx.x;
    double sum = 1;
    s[k] = 0.5;
    if (k < ROUNDS)
        s[BLOCK + k] = 0.25;
    __syncthreads();
    for (int j = 0; j < n / 10; j++) {
        s[k + j] = x[(INDEX + j) % n];
        __syncthreads();
        for (int l = 0; l < BLOCK + ROUNDS; l++)
            sum += s[l] * s[l] * sum * 0.01;
        __syncthreads();
    }
    y[INDEX] = sum;
}
DEVICE_PROBLEM(stale, 32, 32, 2, BLOCK)

/* Some iterations leave out half of the writes. */
__device__ void sometimes(const double *__restrict__ x, double *__restrict__ y, int n)
{
    __shared__ double s[BLOCK];
    int k = threadIdx.x;
    double sum = 0;
    s[k] = 1;
    __syncthreads();
    for (int j = 0; j < n / 10; j++) {
        if (j % 2 == 0 || k % 2)
            s[k] = x[(INDEX + 5 * j) % n];
        __syncthreads();
        sum += s[(k + 3) % BLOCK] * s[k];
        __syncthreads();
    }
    y[INDEX] = sum * sum;
}
DEVICE_PROBLEM(sometimes, 32, 32, 2, BLOCK)

/* Two buffers in turn. */
__device__ void turns(const double *__restrict__ x, double *__restrict__ y, int n)
{
    __shared__ double s[2][BLOCK];
    int k = threadIdx.x;
    double sum = 0;
    s[0][k] = x[INDEX];
    __syncthreads();
    for (int j = 0; j < n / 10; j++) {
        s[1 - j % 2][k] = x[(INDEX + j) % n] * s[j % 2][BLOCK - 1 - k];
        __syncthreads();
        sum += s[1 - j % 2][(k + 1) % BLOCK];
    }
    y[INDEX] = sum * sum;
}
DEVICE_PROBLEM(turns, 32, 32, 2, BLOCK)

/* The kernel looks at the memory when the derivative is done: it is that of the last iteration. */
__shared__ double seen[BLOCK];
__device__ void left(const double *__restrict__ x, double *__restrict__ y, int n)
{
    int k = threadIdx.x;
    double sum = 0;
    for (int j = 0; j < n; j += BLOCK) {
        seen[k] = x[j + k];
        __syncthreads();
        sum += seen[(k + 1) % BLOCK] * seen[k];
        __syncthreads();
    }
    y[INDEX] = sum;
}
__global__ void left_behind(const double *x, double *dx, double *y, double *dy, double *out, int n)
{
    __enzyme_autodiff<void>((void *)left, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, n);
    __syncthreads();
    out[threadIdx.x] = seen[threadIdx.x];
}
DEVICE_PROBLEM(left, 48, 16, 1, BLOCK)

static int test_left_behind()
{
    device_array<double> x(48, 0.5, 1.5), dx(48, 0, 0), y(16, 0, 0), dy(16, 1, 1), out(16, 0, 0);
    left_behind<<<1, BLOCK>>>(x.at, dx.at, y.at, dy.at, out.at, 48);
    cudaDeviceSynchronize();
    int failed = 0;
    for (int k = 0; k < BLOCK; k++)
        failed += device_check("left behind", out.at[k], x.at[32 + k], 0);
    return failed;
}

int main()
{
    return test_products() + test_carried() + test_stale() + test_sometimes() + test_turns() +
           test_left() + test_left_behind();
}
