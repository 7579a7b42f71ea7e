#include <cstdio>
#include <hip/hip_runtime.h>

extern int enzyme_const, enzyme_dup;
template <class R, class... T> R __enzyme_autodiff(void *, T...);

/* Half of the squared distance between neighbours, summed over a block. */
__global__ void energy(const double *x, double *sum, int n)
{
    __shared__ double part[64];
    int i = threadIdx.x;
    part[i] = i + 1 < n ? 0.5 * (x[i + 1] - x[i]) * (x[i + 1] - x[i]) : 0;
    __syncthreads();
    for (int half = 32; half > 0; half /= 2) {
        if (i < half)
            part[i] += part[i + half];
        __syncthreads();
    }
    if (i == 0)
        *sum = part[0];
}

double total(const double *start, int n)
{
    double *x, *sum, result;
    hipMalloc(&x, n * sizeof *x);
    hipMalloc(&sum, sizeof *sum);
    hipMemcpy(x, start, n * sizeof *x, hipMemcpyHostToDevice);
    energy<<<1, 64>>>(x, sum, n);
    hipMemcpy(&result, sum, sizeof result, hipMemcpyDeviceToHost);
    hipFree(x);
    hipFree(sum);
    return result;
}

int main()
{
    double start[4] = {0, 1, 4, 9}, gradient[4] = {};
    __enzyme_autodiff<double>((void *)total, enzyme_dup, start, gradient, enzyme_const, 4);
    for (int i = 0; i < 4; i++)
        std::printf("%g%c", gradient[i], i < 3 ? ' ' : '\n');
}
