/* Between the halves nobody keeps shared memory.
 * expect: active shared memory in split mode */
#include "device_test.h"

template <class R, class... T> __device__ R __enzyme_augmentfwd(void *, T...);
template <class R, class... T> __device__ R __enzyme_reverse(void *, T...);

__device__ void f(const double *x, double *y)
{
    __shared__ double t[16];
    t[threadIdx.x] = x[threadIdx.x] * x[threadIdx.x];
    __syncthreads();
    y[threadIdx.x] = t[15 - threadIdx.x];
}
__global__ void halves(const double *x, double *dx, double *y, double *dy)
{
    void *tape =
        __enzyme_augmentfwd<void *>((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy);
    __enzyme_reverse<void>((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy, tape);
}
int main()
{
    halves<<<1, 16>>>(nullptr, nullptr, nullptr, nullptr);
    return 0;
}
