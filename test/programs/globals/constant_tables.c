/* Constant scalars, arrays and structs of globals as coefficients. */
#include "oracle.h"

static const double weight[5] = {0.1, 0.2, 0.4, 0.2, 0.1};
const double scale = 3;
static const struct {
    int shift;
    double gain;
} channel[2] = {{1, 0.5}, {2, -0.25}};
static double tuning = 1.5; /* never written */

static double f(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += weight[(i + channel[i % 2].shift) % 5] * x[i] * x[i] * channel[i % 2].gain;
    return s * scale * tuning;
}

int main(void)
{
    double x[4] = {1, 2, 3, 4}, want[4];
    for (int i = 0; i < 4; i++)
        want[i] = 9 * weight[(i + channel[i % 2].shift) % 5] * x[i] * channel[i % 2].gain;
    ORACLE_GRADIENT_IS(f, x, 4, want);
    return oracle_result();
}
