/*
 * Log-likelihood of a Gaussian mixture model with a Wishart prior.
 *
 * d dimensions, k components, n points. Component j has the log weight
 * alphas[j], the mean means[j*d ...] and row j of icf, d(d+1)/2 numbers that
 * define its lower triangular inverse covariance factor Q: first the logarithms
 * of the diagonal, then the entries below it, column by column.
 */
#ifndef GMM_H
#define GMM_H

double gmm_objective(int d, int k, int n, const double *alphas, const double *means,
                     const double *icf, const double *x, double gamma, int m);

/* log(sum exp(v[i])), without overflow. */
double log_sum_exp(int n, const double *v);

/* The prior of all k components. */
double log_wishart_prior(int d, int k, const double *icf, double gamma, int m);

/* || Q v ||^2 for the factor with the given diagonal and entries below it;
 * scratch holds d numbers. */
double squared_distance(int d, const double *diagonal, const double *lower, const double *v,
                        double *scratch);

#define GMM_PI 3.14159265359

#endif
