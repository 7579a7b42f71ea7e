/* The index array that addressed active memory changes afterwards. */
#include "oracle.h"

static double f(const double *x, int n)
{
    int index[4] = {2, 0, 3, 1};
    double a[4], s = 0;
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 4; i++)
            a[i] = x[index[i]] * x[i];
        for (int i = 0; i < 4; i++)
            index[i] = (index[i] + i) % 4;
        for (int i = 0; i < 4; i++)
            s += a[index[i]] * a[i];
    }
    return s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.3, 0.4, 0.2}), 4);
    return oracle_result();
}
