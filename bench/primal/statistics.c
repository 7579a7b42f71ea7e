/*
 * Moments of m observations (rows) of n variables.
 */
#include "kernels.h"

#include <math.h>

/* Takes the means out of the data. */
static void centre(int n, int m, double *RESTRICT data, double *RESTRICT mean)
{
    for (int j = 0; j < n; j++) {
        mean[j] = 0.0;
        for (int i = 0; i < m; i++)
            mean[j] += data[i * n + j];
        mean[j] /= m;
    }
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            data[i * n + j] -= mean[j];
}

static void products(int n, int m, const double *RESTRICT data, double *RESTRICT out)
{
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) {
            double sum = 0.0;
            for (int k = 0; k < m; k++)
                sum += data[k * n + i] * data[k * n + j];
            out[i * n + j] = sum / (m - 1);
            out[j * n + i] = out[i * n + j];
        }
}

void VARIANT(covariance)(int n, int m, double *RESTRICT data, double *RESTRICT mean,
                         double *RESTRICT out)
{
    centre(n, m, data, mean);
    products(n, m, data, out);
}

void VARIANT(correlation)(int n, int m, double *RESTRICT data, double *RESTRICT mean,
                          double *RESTRICT deviation, double *RESTRICT out)
{
    centre(n, m, data, mean);
    for (int j = 0; j < n; j++) {
        double sum = 0.0;
        for (int i = 0; i < m; i++)
            sum += data[i * n + j] * data[i * n + j];
        deviation[j] = sqrt(sum / (m - 1));
        if (deviation[j] < 1e-8)
            deviation[j] = 1.0;
    }
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            data[i * n + j] /= deviation[j];
    products(n, m, data, out);
}
