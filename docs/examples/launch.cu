#include <cstdio>
#include <cuda_runtime.h>

extern int enzyme_const, enzyme_dup;
template <class R, class... T> R __enzyme_autodiff(void *, T...);

/* Logistic growth, one step of each of n populations. */
__global__ void grow(double *x, double rate, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] += rate * x[i] * (1 - x[i]);
}

/* All of them after some steps. */
double total(const double *start, int n, int steps)
{
    double *x, end[4], sum = 0;
    cudaMalloc(&x, n * sizeof *x);
    cudaMemcpy(x, start, n * sizeof *x, cudaMemcpyHostToDevice);
    for (int t = 0; t < steps; t++)
        grow<<<(n + 63) / 64, 64>>>(x, 0.1, n);
    cudaMemcpy(end, x, n * sizeof *x, cudaMemcpyDeviceToHost);
    cudaFree(x);
    for (int i = 0; i < n; i++)
        sum += end[i];
    return sum;
}

int main()
{
    double start[4] = {0.1, 0.2, 0.4, 0.8}, gradient[4] = {};
    __enzyme_autodiff<double>((void *)total, enzyme_dup, start, gradient, enzyme_const, 4,
                              enzyme_const, 20);
    for (int i = 0; i < 4; i++)
        std::printf("%.4f%c", gradient[i], i < 3 ? ' ' : '\n');
}
