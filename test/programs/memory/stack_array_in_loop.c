/* A stack array declared inside the loop body: fresh in every iteration. */
#include "oracle.h"

static double f(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        double t[3] = {x[i], x[i] * x[i], 0};
        for (int j = 0; j < 3; j++)
            t[2] += t[j] * x[(i + j) % n];
        s += t[2] * t[2];
    }
    return s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.9, 1.1, 0.4}), 4);
    return oracle_result();
}
