/* Adjoints that are added up in registers over loops of any number of iterations: none, a few, more
 * than a vector has, in triangles and downwards. */
#include "oracle.h"

enum { LARGEST = 40, N = LARGEST * LARGEST };

/* y_i += l_ij v_j below the diagonal: the adjoint of v_j is a sum over i. */
static double triangle(const double *x, int n)
{
    int d = 1;
    while ((d + 1) * (d + 2) / 2 <= n)
        d++;
    double y[LARGEST] = {0}, s = 0;
    const double *l = x + d;
    for (int j = 0; j < d; j++)
        for (int i = j + 1; i < d; i++)
            y[i] += *l++ * x[j];
    for (int i = 0; i < d; i++)
        s += y[i] * y[i] * (i + 1);
    return s;
}

/* Two sums at once, of one iteration less at each turn. */
static double two_sums(const double *x, int n)
{
    double w[LARGEST];
    double s = 0;
    for (int j = 0; j < LARGEST && j < n; j++) {
        double a = x[j];
        double b = x[n - 1 - j];
        for (int i = 0; i < LARGEST; i++)
            w[i] = 0.1 * i;
        for (int i = n - 1; i > j; i--) {
            s += a * x[i] * x[i];
            w[i % LARGEST] += b * i;
        }
        for (int i = 0; i < LARGEST; i++)
            s += 1e-3 * w[i] * w[i];
    }
    return s;
}

static double clamped(const double *x, int n)
{
    double s = 0;
    for (int k = 0; k + 1 < n; k++) {
        double factor = x[k];
        for (int i = k; i < n && i < k + 20; i++)
            s += factor * (x[i] > 0 ? x[i] : 0.5 * x[i]);
    }
    return s;
}

int main(void)
{
    static double x[N];
    oracle_random(x, N, 5);
    for (int n = 2; n < 44; n += n < 20 ? 1 : 7) {
        ORACLE_GRADIENT(clamped, x, n);
        ORACLE_GRADIENT(two_sums, x, n);
    }
    for (int d = 2; d < 22; d++)
        ORACLE_GRADIENT(triangle, x, d * (d + 1) / 2);
    return oracle_result();
}
