/* A product of matrices by tiles. */
#include "device_test.h"

#define SIDE 16
#define TILE 8

__device__ void matmul(const double *x, double *y, int n)
{
    __shared__ double a[TILE][TILE], b[TILE][TILE];
    const double *left = x, *right = x + SIDE * SIDE;
    int i = blockIdx.y * TILE + threadIdx.y, j = blockIdx.x * TILE + threadIdx.x;
    double sum = 0;
    for (int t = 0; t < SIDE; t += TILE) {
        a[threadIdx.y][threadIdx.x] = left[i * SIDE + t + threadIdx.x];
        b[threadIdx.y][threadIdx.x] = right[(t + threadIdx.y) * SIDE + j];
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += a[threadIdx.y][k] * b[k][threadIdx.x];
        __syncthreads();
    }
    y[i * SIDE + j] = sum;
}
DEVICE_TEST(matmul, double, 2 * SIDE * SIDE, SIDE *SIDE, dim3(2, 2), dim3(TILE, TILE), 0)
