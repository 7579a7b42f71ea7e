/* Shuffles between lanes: down, up, across, and from one lane, also of parts of a warp.
 * needs: NVIDIA's shuffles */
#include "device_test.h"

template <class T> __device__ T sum_of_warp(T v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(~0u, v, d);
    return v;
}

__device__ void shuffle(const double *x, double *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    double v = x[i] * x[i], s = sum_of_warp(sin(v));
    float narrow = sum_of_warp((float)lane);
    s = __shfl_sync(~0u, s, 0);
    for (int d = 1; d < 8; d *= 2) { /* sums of the lanes before, in eighths of a warp */
        double before = __shfl_up_sync(~0u, v, d, 8);
        if (lane % 8 >= d)
            v += before;
    }
    double across = __shfl_xor_sync(~0u, v, 5) * __shfl_xor_sync(~0u, v, 3, 4);
    double turned = __shfl_sync(~0u, v * x[i], lane * 7 % 32) + __shfl_sync(~0u, v, lane / 2, 16);
    double beyond = __shfl_down_sync(~0u, v, 3, 16) * __shfl_up_sync(~0u, x[i], 2);
    y[i] = s * v + across + turned * beyond + (narrow > 0 ? x[i] : 0);
}
DEVICE_TEST(shuffle, double, 64, 64, 1, 64, 0)
