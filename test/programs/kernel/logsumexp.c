/* log-sum-exp with large arguments: no overflow in the derivative. */
#include <math.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    double top = x[0], sum = 0;
    for (int i = 1; i < n; i++)
        if (x[i] > top)
            top = x[i];
    for (int i = 0; i < n; i++)
        sum += exp(x[i] - top);
    return top + log(sum);
}

int main(void)
{
    const double x[4] = {1000, 1001, 999.5, 900};
    double want[4], sum = 0;
    for (int i = 0; i < 4; i++)
        sum += exp(x[i] - 1001);
    for (int i = 0; i < 4; i++)
        want[i] = exp(x[i] - 1001) / sum;
    ORACLE_GRADIENT_IS(f, x, 4, want);
    return oracle_result();
}
