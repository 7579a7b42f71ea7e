/* Functions and ways of HIP that CUDA has not, or not by these names: pinned memory, copies whose
 * names say the direction, launches by a macro. */
#include <cstring>
#include <hip/hip_runtime.h>

#include "host_test.h"

__global__ void square(const double *x, double *y, int n)
{
    int i = INDEX;
    if (i < n)
        y[i] = x[i] * x[(i + 1) % n];
}
__global__ void scale(double *x, double by, int n)
{
    int i = INDEX;
    if (i < n)
        x[i] *= by * x[i];
}

static void f(const double *x, double *y, int n)
{
    double *u, *v, *pinned;
    size_t bytes = n * sizeof *u;
    hipStream_t stream;
    hipStreamCreate(&stream);
    hipMalloc(&u, bytes);
    hipMalloc(&v, bytes);
    hipHostMalloc(&pinned, bytes);
    memcpy(pinned, x, bytes);
    hipMemcpyWithStream(u, pinned, bytes, hipMemcpyHostToDevice, stream);
    hipLaunchKernelGGL(square, GRID(n, 8), 8, 0, stream, u, v, n);
    hipStreamSynchronize(stream);
    hipMemcpyDtoD(u, v, bytes);
    hipLaunchKernelGGL(scale, GRID(n, 8), 8, 0, 0, v, x[3], n);
    hipLaunchKernelGGL(square, dim3(GRID(n, 16)), dim3(16), 0, 0, u, v, n / 2);
    hipMemcpyDtoH(y, v, bytes);
    hipMemcpyHtoD(u, (void *)x, bytes / 2);
    scale<<<GRID(n, 8), 8>>>(u, 0.5, n);
    hipMemcpyDtoH(y + n, u, bytes);
    hipHostFree(pinned);
    hipFree(u);
    hipFree(v);
    hipStreamDestroy(stream);
}
HOST_TEST(f, 24, 48)
