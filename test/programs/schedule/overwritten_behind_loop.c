/* A loop left in its middle reads an array that code behind the loop overwrites. */
#include <math.h>
#include "oracle.h"
static double f(const double *x, int n)
{
    double a[8], acc = 0, t = 0;
    for (int k = 0; k < n; k++)
        a[k] = x[k] * 1.5;
    for (int k = 0;; k++) {
        double q = x[k & 1];
        acc += sin(q * 1 + 0.1 * k) * cos(0.1 * acc + k) / (3.1 + q) +
               sin(q * 2 + 0.2 * k) * cos(0.2 * acc + k) / (3.2 + q) +
               sin(q * 3 + 0.3 * k) * cos(0.3 * acc + k) / (3.3 + q) +
               sin(q * 4 + 0.4 * k) * cos(0.4 * acc + k) / (3.4 + q) +
               sin(q * 5 + 0.5 * k) * cos(0.5 * acc + k) / (3.5 + q) +
               sin(q * 6 + 0.6 * k) * cos(0.6 * acc + k) / (3.6 + q) +
               sin(q * 7 + 0.7 * k) * cos(0.7 * acc + k) / (3.7 + q) +
               sin(q * 8 + 0.8 * k) * cos(0.8 * acc + k) / (3.8 + q) +
               sin(q * 9 + 0.9 * k) * cos(0.9 * acc + k) / (3.9 + q);
        if (k == n)
            break;
        t += a[k] * a[k] * sin(a[k]);
    }
    for (int k = 0; k < n; k++)
        a[k] = cos(x[k] * k);
    for (int k = 0; k < n; k++)
        t += a[k] * a[n - 1 - k];
    return t + acc;
}
int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9}), 3);
    return oracle_result();
}
