/* A stable softmax and cross entropy; the gradient is p - t. */
#include <math.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    double top = x[0], sum = 0, p[8];
    for (int i = 1; i < n; i++)
        top = fmax(top, x[i]);
    for (int i = 0; i < n; i++)
        sum += p[i] = exp(x[i] - top);
    for (int i = 0; i < n; i++)
        p[i] /= sum;
    return -log(p[2]);
}

int main(void)
{
    const double x[5] = {0.5, 2, -1, 1.5, 0};
    double want[5], sum = 0;
    for (int i = 0; i < 5; i++)
        sum += exp(x[i]);
    for (int i = 0; i < 5; i++)
        want[i] = exp(x[i]) / sum - (i == 2);
    ORACLE_GRADIENT_IS(f, x, 5, want);
    return oracle_result();
}
