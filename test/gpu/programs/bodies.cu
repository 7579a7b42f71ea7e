/* Functions of the device that have a body in place of a rule. */
#include "device_test.h"

__device__ void bodies(const double *x, double *y, int n)
{
    int i = threadIdx.x;
    double a = x[i], b = x[(i + 1) % n], s, c, whole;
    sincos(a * b, &s, &c);
    double rest = modf(3 * a, &whole);
    y[i] = s * c + rest * a + whole + norm3d(a, b, a * b) + normcdf(a - b);
}
DEVICE_TEST(bodies, double, 32, 32, 1, 32, 0)
