/*
 * Adjoints of moments, written by hand: one symmetric adjoint, then one product of matrices.
 */
#include "kernels.h"

#include "vector.h"

/* d_data += data (d_out + d_out^T) / (m - 1); the diagonal of d_out counts once more there, as it
 * does in the derivative of a square. `sum` has room for n x n numbers. */
static void products_adjoint(int n, int m, const double *restrict data, double *restrict d_data,
                             const double *restrict d_out, double *restrict sum)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum[i * n + j] = (d_out[i * n + j] + d_out[j * n + i]) / (m - 1);
    for (int k = 0; k < m; k++)
        for (int i = 0; i < n; i++)
            add(n, data[k * n + i], &sum[i * n], &d_data[k * n]);
}

/* The adjoint of the mean is minus the sum of those of the centred data, and `d_mean`. */
static void centre_adjoint(int n, int m, double *restrict d_data, double *restrict d_mean)
{
    for (int i = 0; i < m; i++)
        add(n, -1.0, &d_data[i * n], d_mean);
    for (int i = 0; i < m; i++)
        add(n, 1.0 / m, d_mean, &d_data[i * n]);
}

void covariance_adjoint(int n, int m, double *restrict data, double *restrict d_data,
                        double *restrict mean, double *restrict d_mean, double *restrict out,
                        double *restrict d_out)
{
    double *sum = new_numbers((size_t)(n * n));

    covariance_restrict(n, m, data, mean, out);
    products_adjoint(n, m, data, d_data, d_out, sum);
    centre_adjoint(n, m, d_data, d_mean);
    free(sum);
}

/* x_ij = c_ij / s_j with s_j^2 = sum of c_ij^2 / (m - 1), so that c_ij / s_j is x_ij. */
static void scale_adjoint(int n, int m, const double *restrict data, double *restrict d_data,
                          const double *restrict deviation, double *restrict d_deviation)
{
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            d_deviation[j] -= d_data[i * n + j] / deviation[j] * data[i * n + j];
            d_data[i * n + j] /= deviation[j];
        }
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            d_data[i * n + j] += d_deviation[j] * data[i * n + j] / (m - 1);
}

void correlation_adjoint(int n, int m, double *restrict data, double *restrict d_data,
                         double *restrict mean, double *restrict d_mean, double *restrict deviation,
                         double *restrict d_deviation, double *restrict out, double *restrict d_out)
{
    double *sum = new_numbers((size_t)(n * n));

    correlation_restrict(n, m, data, mean, deviation, out);
    products_adjoint(n, m, data, d_data, d_out, sum);
    scale_adjoint(n, m, data, d_data, deviation, d_deviation);
    centre_adjoint(n, m, d_data, d_mean);
    free(sum);
}
