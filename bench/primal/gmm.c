/*
 * Gaussian mixture model: the objective of examples/gmm in one unit.
 */
#include "gmm.h"

#include "../../examples/gmm/input.h"
#include "../suite.h"

#include <math.h>
#include <stdlib.h>

static double log_sum_exp(int n, const double *RESTRICT v)
{
    double largest = v[0];
    double sum = 0.0;

    for (int i = 1; i < n; i++)
        if (v[i] > largest)
            largest = v[i];
    for (int i = 0; i < n; i++)
        sum += exp(v[i] - largest);
    return largest + log(sum);
}

static void prepare_factors(int d, int k, const double *RESTRICT icf, double *RESTRICT diagonal,
                            double *RESTRICT log_det)
{
    int row = d * (d + 1) / 2;

    for (int j = 0; j < k; j++) {
        log_det[j] = 0.0;
        for (int i = 0; i < d; i++) {
            log_det[j] += icf[j * row + i];
            diagonal[j * d + i] = exp(icf[j * row + i]);
        }
    }
}

static double squared_distance(int d, const double *RESTRICT diagonal, const double *RESTRICT lower,
                               const double *RESTRICT v, double *RESTRICT scratch)
{
    double sum = 0.0;
    int next = 0;

    for (int i = 0; i < d; i++)
        scratch[i] = diagonal[i] * v[i];
    for (int j = 0; j < d; j++)
        for (int i = j + 1; i < d; i++)
            scratch[i] += lower[next++] * v[j];
    for (int i = 0; i < d; i++)
        sum += scratch[i] * scratch[i];
    return sum;
}

static double log_wishart_prior(int d, int k, const double *RESTRICT icf, double gamma, int m)
{
    int row = d * (d + 1) / 2;
    int nu = d + m + 1;
    double log_multigamma = 0.25 * d * (d - 1) * log(GMM_PI);
    double sum = 0.0;

    for (int j = 1; j <= d; j++)
        log_multigamma += lgamma(0.5 * nu + 0.5 * (1 - j));
    for (int j = 0; j < k; j++) {
        double squares = 0.0, log_det = 0.0;
        for (int i = 0; i < d; i++) {
            double q = exp(icf[j * row + i]);
            squares += q * q;
            log_det += icf[j * row + i];
        }
        for (int i = d; i < row; i++)
            squares += icf[j * row + i] * icf[j * row + i];
        sum += 0.5 * gamma * gamma * squares - m * log_det;
    }
    return sum - k * (nu * d * (log(gamma) - 0.5 * log(2.0)) - log_multigamma);
}

double VARIANT(gmm_objective)(int d, int k, int n, const double *RESTRICT alphas,
                              const double *RESTRICT means, const double *RESTRICT icf,
                              const double *RESTRICT x, double gamma, int m)
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

double VARIANT(gmm_primal)(void *problem)
{
    const struct gmm *g = problem;
    const double *means = g->parameters + g->k;
    const double *icf = means + g->k * g->d;

    return VARIANT(gmm_objective)(g->d, g->k, g->n, g->parameters, means, icf, g->x, g->gamma,
                                  g->m);
}
