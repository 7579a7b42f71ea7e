/* Scratch filled in rows with gaps between them; the gaps keep what earlier iterations wrote. */
#include <math.h>
#include "oracle.h"
static double f(const double *x, int n)
{
    double m[4][8] = {{0}}, sum = 0;
    for (int i = 0; i < 5; i++) {
        double total = 0;
        for (int p = 0; p < 4; p++)
            for (int k = 0; k < 3; k++)
                m[p][k] = sin(x[k] * (i + 1) + p);
        for (int p = 0; p < 3; p++)
            for (int k = 0; k < 8; k++)
                total += exp(0.1 * m[p][k] * m[p][7 - k]) * x[k % n];
        m[1][5] = sin(total);
        sum += total;
    }
    return sum;
}
int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9}), 3);
    return oracle_result();
}
