/*
 * Wishart prior on the inverse covariance factors.
 *
 * gamma scales the prior, m is the number of extra degrees of freedom. Signs
 * are those of the benchmark this objective comes from.
 */
#include "gmm.h"

#include <math.h>

/* Logarithm of the multivariate gamma function of order d. */
static double log_multigamma(int d, double a)
{
    double sum = 0.25 * d * (d - 1) * log(GMM_PI);

    for (int j = 1; j <= d; j++)
        sum += lgamma(a + 0.5 * (1 - j));
    return sum;
}

double log_wishart_prior(int d, int k, const double *icf, double gamma, int m)
{
    int row = d * (d + 1) / 2;
    int nu = d + m + 1;
    double c = nu * d * (log(gamma) - 0.5 * log(2.0)) - log_multigamma(d, 0.5 * nu);
    double sum = 0.0;

    for (int j = 0; j < k; j++) {
        const double *q = &icf[j * row];
        double squares = 0.0, log_det = 0.0;
        for (int i = 0; i < d; i++) {
            squares += exp(q[i]) * exp(q[i]);
            log_det += q[i];
        }
        for (int i = d; i < row; i++)
            squares += q[i] * q[i];
        sum += 0.5 * gamma * gamma * squares - m * log_det;
    }
    return sum - k * c;
}
