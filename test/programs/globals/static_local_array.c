/* A static array that keeps state over several inner calls. */
#include "oracle.h"

static double push(double v, int clear)
{
    static double window[3];
    if (clear)
        window[0] = window[1] = window[2] = 0;
    window[0] = window[1];
    window[1] = window[2];
    window[2] = v;
    return window[0] + 2 * window[1] * window[2];
}

static double f(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += push(x[i] * x[i], i == 0);
    return s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.3, 0.4, 1.1, 0.9}), 5);
    return oracle_result();
}
