/* The derivative call names a function that another unit defines. */
#include "oracle.h"

double energy(const double *x, int n);

int main(void)
{
    const double x[3] = {1, 2, 3}, want[3] = {2 + 2, 4 + 4, 6 + 2};
    ORACLE_GRADIENT_IS(energy, x, 3, want);
    return oracle_result();
}
