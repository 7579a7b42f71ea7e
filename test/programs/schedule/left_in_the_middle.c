/* Scratch filled by a loop that is left in its middle: one element less than it goes round. */
#include <math.h>
#include "oracle.h"
static double f(const double *x, int n)
{
    double scratch[32], sum = 0;
    for (int k = 0; k < 32; k++)
        scratch[k] = 0.3;
    for (int i = 0; i < 5; i++) {
        double acc = 0, total = 0;
        int k = 0;
        for (;; k++) {
            double q = x[(i + k * 3) & 1];
            acc += sin(q * 1 + 0.1 * i) * cos(0.1 * acc + i) / (3.1 + q) +
                   sin(q * 2 + 0.2 * i) * cos(0.2 * acc + i) / (3.2 + q) +
                   sin(q * 3 + 0.3 * i) * cos(0.3 * acc + i) / (3.3 + q) +
                   sin(q * 4 + 0.4 * i) * cos(0.4 * acc + i) / (3.4 + q) +
                   sin(q * 5 + 0.5 * i) * cos(0.5 * acc + i) / (3.5 + q) +
                   sin(q * 6 + 0.6 * i) * cos(0.6 * acc + i) / (3.6 + q) +
                   sin(q * 7 + 0.7 * i) * cos(0.7 * acc + i) / (3.7 + q) +
                   sin(q * 8 + 0.8 * i) * cos(0.8 * acc + i) / (3.8 + q) +
                   sin(q * 9 + 0.9 * i) * cos(0.9 * acc + i) / (3.9 + q) +
                   sin(q * 10 + 0.10 * i) * cos(0.10 * acc + i) / (3.10 + q) +
                   sin(q * 11 + 0.11 * i) * cos(0.11 * acc + i) / (3.11 + q) +
                   sin(q * 12 + 0.12 * i) * cos(0.12 * acc + i) / (3.12 + q) +
                   sin(q * 13 + 0.13 * i) * cos(0.13 * acc + i) / (3.13 + q) +
                   sin(q * 14 + 0.14 * i) * cos(0.14 * acc + i) / (3.14 + q);
            if (k == 20)
                break;
            scratch[k] = q * (i + 1) + 0.01 * acc;
        }
        for (int a = 0; a <= 20; a++)
            for (int j = 0; j <= 20; j++)
                total += exp(0.0001 * scratch[a] * scratch[j]) * x[(j + a) & 1];
        scratch[20] = sin(total);
        sum += total + 0.01 * acc;
    }
    return sum;
}
int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9}), 3);
    return oracle_result();
}
