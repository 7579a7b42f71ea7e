#include <cstdio>
#include <cuda_runtime.h>

extern __device__ int enzyme_const, enzyme_dup;
template <class R, class... T> __device__ R __enzyme_autodiff(void *, T...);

/* What a thread does: the square of the difference between neighbours. */
__device__ void roughness(const double *x, double *sum, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
    if (i < n)
        atomicAdd(sum, (x[i] - x[i - 1]) * (x[i] - x[i - 1]));
}

__global__ void gradient(const double *x, double *dx, double *sum, double *dsum, int n)
{
    __enzyme_autodiff<void>((void *)roughness, enzyme_dup, x, dx, enzyme_dup, sum, dsum,
                            enzyme_const, n);
}

int main()
{
    double *x, *dx, *sum, *dsum;
    cudaMallocManaged(&x, 5 * sizeof *x);
    cudaMallocManaged(&dx, 5 * sizeof *dx);
    cudaMallocManaged(&sum, sizeof *sum);
    cudaMallocManaged(&dsum, sizeof *dsum);
    for (int i = 0; i < 5; i++)
        x[i] = i * i, dx[i] = 0;
    *sum = 0, *dsum = 1;
    gradient<<<1, 32>>>(x, dx, sum, dsum, 5);
    cudaDeviceSynchronize();
    for (int i = 0; i < 5; i++)
        std::printf("%g%c", dx[i], i < 4 ? ' ' : '\n');
}
