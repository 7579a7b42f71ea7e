#include <cuda_runtime.h>

__device__ double square(double a);

__device__ void element(const double *x, double *y, int i, int n)
{
    y[i] = square(x[i]) * sin(x[(i + 1) % n]);
}
