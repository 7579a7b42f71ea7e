/* A flag set in the inner loop ends the outer one. */
#include <stdbool.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    double s = 0;
    bool done = false;
    for (int i = 0; i < n && !done; i++)
        for (int j = i; j < n; j++) {
            s += x[i] * x[j] * x[j];
            if (s > 5) {
                done = true;
                break;
            }
        }
    return s * s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){1, 0.8, 1.5, 0.7, 2}), 5);
    ORACLE_GRADIENT(f, ((const double[]){0.1, 0.8, 0.5, 0.7, 0.2}), 5);
    return oracle_result();
}
