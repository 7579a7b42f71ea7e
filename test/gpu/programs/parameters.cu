/* What all threads read gets one addition from the lanes that are there: from whole warps, from
 * part of one, from lanes of a branch, in loops, and where it is another place for some of them.
 * needs: NVIDIA's sums over warps */
#include "device_test.h"

#define PARAMETERS 4
#define INPUTS     (PARAMETERS + 100)

/* The last warp has four lanes. */
__device__ void scaled(const double *x, double *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n - PARAMETERS)
        y[i] = x[0] * sin(x[1] * x[PARAMETERS + i]);
}
DEVICE_PROBLEM(scaled, INPUTS, 100, 2, 64)

/* Lanes that leave a loop early, and those of a branch. */
__device__ void polynomial(const double *x, double *y, int n)
{
    int i = threadIdx.x;
    double z = x[PARAMETERS + i], sum = 0;
    for (int k = 0; k < i % 5; k++)
        sum = sum * z + x[k % PARAMETERS];
    if (z > 1)
        sum *= x[2];
    y[i] = sum;
}
DEVICE_PROBLEM(polynomial, INPUTS, 100, 1, 100)

/* The address is an argument that only looks as if it were the same for all; so does that of memory
 * of a thread's own. */
__device__ __noinline__ double square(const double *p)
{
    return *p * *p;
}
__device__ void chosen(const double *x, double *y, int n)
{
    int i = threadIdx.x;
    double own = x[PARAMETERS + i] * x[0];
    y[i] = square(i % 3 ? &x[i % PARAMETERS] : &own);
}
DEVICE_PROBLEM(chosen, INPUTS, 100, 1, 100)

__device__ void single(const float *x, float *y, int n)
{
    int i = threadIdx.x;
    y[i] = x[0] * x[1 + i] * x[0];
}
__global__ void gradient_single(const float *x, float *dx, float *y, float *dy)
{
    __enzyme_autodiff<void>((void *)single, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, 1);
}
static int test_single()
{
    device_array<float> x(61, 0.5, 1.5), dx(61, 0, 0), y(60, 0, 0), dy(60, 1, 1);
    double sum = 0;
    gradient_single<<<1, 60>>>(x.at, dx.at, y.at, dy.at);
    cudaDeviceSynchronize();
    for (int i = 1; i < 61; i++)
        sum += 2.0 * x.at[0] * x.at[i];
    return device_check("the sum in single precision", dx.at[0], sum, 1e-6);
}

/* Two parameters, to which four warps add, or eight parts of them, beside 100 elements. */
static int test_additions()
{
#ifdef GPUSIM
    device_array<double> x(INPUTS, 0.5, 1.5), dx(INPUTS, 0, 0), y(100, 0, 0), dy(100, 1, 1);
    unsigned before = gpusim_additions;
    run_reverse_scaled(x.at, dx.at, y.at, dy.at);
    unsigned made = gpusim_additions - before;
    if (made != 100 + 2 * 4 && made != 100 + 2 * 8) {
        std::printf("FAILED: %u atomic additions\n", made);
        return 1;
    }
#endif
    return 0;
}

int main()
{
    return test_scaled() | test_polynomial() | test_chosen() | test_single() | test_additions();
}
