/* More on the tape than its first block has. */
#include "device_test.h"

__device__ void long_tape(const double *x, double *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double s = x[i], t = 0;
    for (int k = 0; k < 400 + 100 * i; k++) {
        s = sin(s) + 0.25 * cos(s * x[(i + k) % n]);
        t += s * s / 400;
    }
    y[i] = t;
}
DEVICE_TEST(long_tape, double, 8, 8, 2, 4, 0)
