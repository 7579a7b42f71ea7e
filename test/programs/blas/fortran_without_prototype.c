/* Old style: declarations without parameters, and subroutines that return int as f2c declares them.
 */
#include "oracle.h"
#pragma clang diagnostic ignored "-Wdeprecated-non-prototype"
#pragma clang diagnostic ignored "-Wstrict-prototypes"

typedef int integer;
typedef double doublereal;
extern void dsymv_();
extern double ddot_();
extern int daxpy_(integer *n, doublereal *a, doublereal *x, integer *incx, doublereal *y,
                  integer *incy);

/* x^T A x / 2 + |x + 3 A x|^2 */
static double energy(const double *x, int n)
{
    static double a[9] = {2, 1, 0.5, 0, 3, 0.25, 0, 0, 4};
    integer three = 3, one = 1;
    doublereal alpha = 1, beta = 0, factor = 3, y[3], z[3] = {x[0], x[1], x[2]};
    dsymv_("L", &three, &alpha, a, &three, x, &one, &beta, y, &one);
    daxpy_(&three, &factor, y, &one, z, &one);
    return 0.5 * ddot_(&three, x, &one, y, &one) + ddot_(&three, z, &one, z, &one);
}

int main(void)
{
    double x[3] = {0.5, -1, 2};
    ORACLE_GRADIENT(energy, x, 3);
    return oracle_result();
}
