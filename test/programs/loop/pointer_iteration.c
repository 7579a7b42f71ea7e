/* Walking a pointer to the end, and two pointers towards each other. */
#include "oracle.h"

static double f(const double *x, int n)
{
    double s = 0;
    for (const double *p = x, *end = x + n; p != end; ++p)
        s += *p * *p;
    for (const double *p = x, *q = x + n - 1; p < q; p++, q--)
        s += 3 * *p * *q;
    return s;
}

int main(void)
{
    ORACLE_GRADIENT_IS(f, ((const double[]){1, 2, 3, 4}), 4,
                       ((const double[]){2 + 12, 4 + 9, 6 + 6, 8 + 3}));
    return oracle_result();
}
