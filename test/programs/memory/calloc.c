/* Memory from calloc starts at zero, primal and shadow. */
#include <stdlib.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    double *sum = calloc((size_t)n, sizeof *sum), s = 0;
    for (int i = 0; i < 3 * n; i++)
        sum[i * i % n] += x[i % n] * x[i % n] * i;
    for (int i = 0; i < n; i++)
        s += sum[i] * sum[i] * 0.01;
    free(sum);
    return s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){1, 0.2, -0.3, 0.7}), 4);
    return oracle_result();
}
