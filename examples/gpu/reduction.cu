/* reduction [N]: the sum of sin^2 over N numbers, by blocks in shared memory; and a line whose
 * slope all threads share, so that its gradient is a sum over all threads. */
#include "measure.h"

enum { BLOCK = 256 };

__device__ void sum_block(const double *__restrict__ x, double *__restrict__ sum, int n)
{
    __shared__ double part[BLOCK];
    int k = threadIdx.x;
    double mine = 0;
    for (int i = blockIdx.x * BLOCK + k; i < n; i += gridDim.x * BLOCK)
        mine += sin(x[i]) * sin(x[i]);
    part[k] = mine;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (k < half)
            part[k] += part[k + half];
        __syncthreads();
    }
    if (k == 0)
        atomicAdd(sum, part[0]);
}

__global__ void sum_kernel(const double *x, double *sum, int n)
{
    sum_block(x, sum, n);
}

__global__ void sum_gradient(const double *x, double *dx, double *sum, double *dsum, int n)
{
    __enzyme_autodiff<void>((void *)sum_block, enzyme_dup, x, dx, enzyme_dup, sum, dsum,
                            enzyme_const, n);
}

__device__ void line(const double *__restrict__ slope, const double *__restrict__ x,
                     double *__restrict__ y, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        y[i] = *slope * x[i];
}

__global__ void line_kernel(const double *slope, const double *x, double *y, int n)
{
    line(slope, x, y, n);
}

__global__ void line_gradient(const double *slope, double *dslope, const double *x, double *y,
                              double *dy, int n)
{
    __enzyme_autodiff<void>((void *)line, enzyme_dup, slope, dslope, enzyme_const, x, enzyme_dup, y,
                            dy, enzyme_const, n);
}

/* By hand: a sum in the block, and one addition. */
__global__ void line_by_hand(const double *slope, double *dslope, const double *x, double *y,
                             double *dy, int n)
{
    __shared__ double part[BLOCK];
    int k = threadIdx.x, i = blockIdx.x * BLOCK + k;
    double mine = 0;
    if (i < n) {
        y[i] = *slope * x[i];
        mine = dy[i] * x[i];
        dy[i] = 0;
    }
    part[k] = mine;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (k < half)
            part[k] += part[k + half];
        __syncthreads();
    }
    if (k == 0)
        atomicAdd(dslope, part[0]);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? std::atoi(argv[1]) : 1000, blocks = std::min((n + BLOCK - 1) / BLOCK, 1024),
        all = (n + BLOCK - 1) / BLOCK;
    std::vector<double> x = random_numbers(n, -1, 1, 1), v = random_numbers(n, -1, 1, 2),
                        near[2] = {x, x}, value(2);
    const double h = 1e-5;
    array<double> at(x), dx(n), sum(1), dsum(1), slope(std::vector<double>{3}), dslope(1), y(n),
        dy(n);
    bool good = true;
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < n; i++)
            near[k][i] += (k ? h : -h) * v[i];
        at.set(near[k]), sum.clear();
        sum_kernel<<<blocks, BLOCK>>>(at.at, sum.at, n);
        value[k] = sum.get()[0];
    }
    at.set(x), dsum.set({1});
    sum_gradient<<<blocks, BLOCK>>>(at.at, dx.at, sum.at, dsum.at, n);
    good &= agree("derivative of the sum", dot(dx.get(), v), (value[1] - value[0]) / (2 * h), 1e-5);

    dy.set(v);
    line_gradient<<<all, BLOCK>>>(slope.at, dslope.at, at.at, y.at, dy.at, n);
    good &= agree("derivative by the slope", dslope.get()[0], dot(x, v), 1e-9);

    if (argc == 1)
        return !good;
    auto plain = [&] __host__() { sum_kernel<<<blocks, BLOCK>>>(at.at, sum.at, n); };
    auto gradient = [&] __host__() {
        sum_gradient<<<blocks, BLOCK>>>(at.at, dx.at, sum.at, dsum.at, n);
    };
    print_ratio("sum", milliseconds(plain), milliseconds(gradient));
    double primal =
        milliseconds([&] __host__() { line_kernel<<<all, BLOCK>>>(slope.at, at.at, y.at, n); });
    array<double> seed(v);
    auto seeds = [&] __host__() { dy.copy(seed); };
    double generated = milliseconds([&] __host__() {
        seeds();
        line_gradient<<<all, BLOCK>>>(slope.at, dslope.at, at.at, y.at, dy.at, n);
    });
    double by_hand = milliseconds([&] __host__() {
        seeds();
        line_by_hand<<<all, BLOCK>>>(slope.at, dslope.at, at.at, y.at, dy.at, n);
    });
    double copied = milliseconds(seeds);
    print_ratio("line", primal, generated - copied);
    std::printf("line: gradient by hand %.3f ms, ratio %.2f\n", by_hand - copied,
                (by_hand - copied) / primal);
    return !good;
}
