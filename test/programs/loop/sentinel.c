/* The loop ends at a marker value in the data. */
#include "oracle.h"

static double f(const double *x, int n)
{
    double s = 1;
    while (*x != 0)
        s = s * *x++ + 2;
    return s;
}

int main(void)
{
    double g[5];
    GRADIENT(f, ((const double[]){2, 3, 5, 0, 7}), g, 5);
    /* ((2+2)*3+2)*5+2 */
    CHECK_ARRAY(g, ((const double[]){15, 20, 14, 0, 0}), 5);
    return oracle_result();
}
