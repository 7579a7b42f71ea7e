/* expect: a launch that is made in another way than by <<<>>> */
#include "host_test.h"

extern "C" hipError_t hipModuleLaunchKernel(void *kernel, unsigned, unsigned, unsigned, unsigned,
                                            unsigned, unsigned, unsigned, hipStream_t stream,
                                            void **slots, void **extra);
static void *loaded;
static void f(const double *x, double *y, int n)
{
    double *u;
    void *slots[] = {&u, &n};
    cudaMalloc(&u, n * sizeof *u);
    cudaMemcpy(u, x, n * sizeof *u, cudaMemcpyHostToDevice);
    hipModuleLaunchKernel(loaded, 1, 1, 1, 8, 1, 1, 0, 0, slots, nullptr);
    cudaMemcpy(y, u, n * sizeof *y, cudaMemcpyDeviceToHost);
    cudaFree(u);
}
HOST_TEST(f, 8, 8)
