/* Forces between all bodies, which every thread reads. */
#include "device_test.h"

__device__ void nbody(const double *x, double *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, bodies = n / 3;
    if (i >= bodies)
        return;
    double fx = 0, fy = 0, fz = 0;
    for (int j = 0; j < bodies; j++) {
        double dx = x[3 * j] - x[3 * i], dy = x[3 * j + 1] - x[3 * i + 1],
               dz = x[3 * j + 2] - x[3 * i + 2];
        double r = rsqrt(dx * dx + dy * dy + dz * dz + 0.01), r3 = r * r * r;
        fx += dx * r3, fy += dy * r3, fz += dz * r3;
    }
    y[3 * i] = fx, y[3 * i + 1] = fy, y[3 * i + 2] = fz;
}
DEVICE_TEST(nbody, double, 60, 60, 2, 16, 0)
