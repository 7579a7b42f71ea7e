/* Gauss-Seidel in place until the update is small. */
#include <math.h>
#include "oracle.h"

static void f(const double *b, int n, double *u, int m)
{
    double change;
    int sweeps = 0;
    do {
        change = 0;
        for (int i = 0; i < n; i++) {
            double left = i ? u[i - 1] : 0, right = i + 1 < n ? u[i + 1] : 0;
            double value = (b[i] + left + right) / 4;
            change += fabs(value - u[i]);
            u[i] = value;
        }
    } while (change > 1e-3 && ++sweeps < 100);
}

int main(void)
{
    ORACLE_MAP(f, ((const double[]){1, 0.5, -1, 2, 0.3, 0.8}), 6,
               ((const double[]){0, 0.1, 0.2, 0.3, 0.4, 0.5}), 6);
    return oracle_result();
}
