/* A kernel compiled for several processors: the version that runs is chosen when the program is
 * loaded. */
#include "oracle.h"

__attribute__((target_clones("avx2", "sse4.2", "default"))) double norm_squared(const double *a,
                                                                                int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += a[i] * a[i];
    return s;
}

static double power_sum(double x)
{
    double a[9], s = 0;
    for (int i = 0; i < 9; i++)
        a[i] = i ? a[i - 1] * x : 1;
    for (int k = 1; k < 9; k *= 2)
        s += k * norm_squared(a, k);
    return s;
}

int main(void)
{
    ORACLE_SCALAR(power_sum, 0.8);
    ORACLE_SCALAR(power_sum, -1.1);
    return oracle_result();
}
