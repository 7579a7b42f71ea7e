/*
 * The objective: sum over points of the log of the mixture density.
 *
 * The diagonals of the factors and their log determinants are computed once;
 * then each point is compared with each component.
 */
#include "gmm.h"

#include <math.h>
#include <stdlib.h>

/* exp of the diagonals, and the sums of their logarithms. */
static void prepare_factors(int d, int k, const double *icf, double *diagonal, double *log_det)
{
    int row = d * (d + 1) / 2;

    for (int j = 0; j < k; j++) {
        log_det[j] = 0.0;
        for (int i = 0; i < d; i++) {
            double q = icf[j * row + i];
            log_det[j] += q;
            diagonal[j * d + i] = exp(q);
        }
    }
}

double gmm_objective(int d, int k, int n, const double *alphas, const double *means,
                     const double *icf, const double *x, double gamma, int m)
{
    int row = d * (d + 1) / 2;
    double *diagonal = malloc((size_t)(k * d) * sizeof(double));
    double *log_det = malloc((size_t)k * sizeof(double));
    double *term = malloc((size_t)k * sizeof(double));
    double *centred = malloc((size_t)d * sizeof(double));
    double *scratch = malloc((size_t)d * sizeof(double));
    double sum = 0.0;

    prepare_factors(d, k, icf, diagonal, log_det);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < k; j++) {
            for (int a = 0; a < d; a++)
                centred[a] = x[i * d + a] - means[j * d + a];
            term[j] =
                alphas[j] + log_det[j] -
                0.5 * squared_distance(d, &diagonal[j * d], &icf[j * row + d], centred, scratch);
        }
        sum += log_sum_exp(k, term);
    }
    free(scratch);
    free(centred);
    free(term);
    free(log_det);
    free(diagonal);

    return -0.5 * n * d * log(2.0 * GMM_PI) + sum - n * log_sum_exp(k, alphas) +
           log_wishart_prior(d, k, icf, gamma, m);
}
