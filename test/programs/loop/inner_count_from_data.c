/* The inner trip count comes from the data of each outer iteration. */
#include "oracle.h"

static double f(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        int count = (int)(x[i] * 3);
        double p = 1;
        for (int j = 0; j < count; j++)
            p *= x[i] + j;
        s += p;
    }
    return s;
}

int main(void)
{
    const double x[5] = {0.1, 0.5, 1.2, 1.5, 2.1};
    ORACLE_GRADIENT(f, x, 5);
    return oracle_result();
}
