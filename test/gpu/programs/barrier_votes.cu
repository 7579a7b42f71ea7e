/* Barriers that count and decide, whose results steer loops with barriers; waiting, and looking at
 * the clock, does nothing to derivatives. needs: sm_80, NVIDIA's votes */
#include "device_test.h"

__device__ void counted(const double *x, double *y, int n)
{
    __shared__ double a[64];
    int k = threadIdx.x;
    a[k] = x[k] * x[k];
    int large = __syncthreads_count(x[k] > 1);
    double v = a[(k + large) % 64];
    if (__syncthreads_and(v > 0) && !__syncthreads_or(v < 0))
        v *= large;
    __syncthreads();
    a[k] = v * x[k];
    __syncthreads();
    y[k] = a[63 - k] * v;
}
DEVICE_PROBLEM(counted, 64, 64, 1, 64)

/* Until all have converged. */
__device__ void repeated(const double *x, double *y, int n)
{
    __shared__ double a[64];
    int k = threadIdx.x;
    a[k] = x[k];
    __syncthreads();
    for (int more = 1; more;) {
        double v = 0.5 * (a[k] + a[(k + 1) % 64]) * x[k];
        more = __syncthreads_or(v > 0.5 && v < 0.9);
        a[k] = 0.9 * v;
        __syncthreads();
    }
    y[k] = a[k] * a[(k + 7) % 64];
}
DEVICE_PROBLEM(repeated, 64, 64, 1, 64)

/* In a warp: what lanes have in common. */
__device__ void common(const double *x, double *y, int n)
{
    __shared__ double a[32];
    int k = threadIdx.x;
    long long start = clock64();
    a[k] = sin(x[k]);
    __syncwarp();
    unsigned alike = __match_any_sync(~0u, k % 5), small = __ballot_sync(~0u, x[k] < 1);
    int sum = __reduce_add_sync(~0u, k % 3), most = __reduce_max_sync(~0u, (int)(10 * x[k]));
    double v = a[(k + sum) % 32] * most;
    for (unsigned lanes = alike & small; lanes; lanes &= lanes - 1)
        v += a[__builtin_ctz(lanes)] * x[k];
    __nanosleep(10);
    y[k] = clock64() > start ? v : 0;
}
DEVICE_PROBLEM(common, 32, 32, 1, 32)

/* Barriers of half a block each. */
__device__ void halves(const double *x, double *y, int n)
{
    __shared__ double a[128];
    int k = threadIdx.x, half = k / 64;
    a[k] = x[k] * x[k];
    __nvvm_barrier_sync_cnt(1 + half, 64);
    double v = a[64 * half + (k + 5) % 64] * x[k];
    __nvvm_barrier_sync_cnt(1 + half, 64);
    a[k] = v * v;
    __nvvm_barrier_sync(0);
    y[k] = a[127 - k] * v;
}
DEVICE_PROBLEM(halves, 128, 128, 1, 128)

int main()
{
    return test_counted() | test_repeated() | test_common() | test_halves();
}
