/* A recursive in-place transform with a local buffer per level. */
#include "oracle.h"

static void transform(double *x, int n)
{
    double even[8], odd[8];
    if (n < 2)
        return;
    for (int i = 0; i < n / 2; i++) {
        even[i] = x[2 * i];
        odd[i] = x[2 * i + 1];
    }
    transform(even, n / 2);
    transform(odd, n / 2);
    for (int i = 0; i < n / 2; i++) {
        x[i] = even[i] + odd[i] * odd[i];
        x[n / 2 + i] = even[i] * odd[i];
    }
}

int main(void)
{
    ORACLE_INPLACE(transform, ((const double[]){0.9, 1.1, -0.8, 0.7, 0.3, 1.2, 0.6, 0.2}), 8);
    return oracle_result();
}
