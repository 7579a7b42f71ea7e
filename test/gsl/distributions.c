/* GSL: probability densities, distribution functions and their inverses, by the
 * point and by the parameters; samples by the parameters. */
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>

#include "oracle.h"

static double poisson(double mu)
{
    return gsl_ran_poisson_pdf(4, mu);
}
static double binomial(double p)
{
    return gsl_ran_binomial_pdf(3, p, 8);
}
static double binomial_below(double p)
{
    return gsl_cdf_binomial_P(3, p, 8);
}
static double bivariate(double x, double y, double rho)
{
    return gsl_ran_bivariate_gaussian_pdf(x, y, 1.2, 0.7, rho);
}
static double dirichlet(const double *x, int n)
{
    double theta[3] = {0.2, 0.5, 0.3};
    return gsl_ran_dirichlet_lnpdf(n, x, theta);
}

/* The same stream for every call: the samples move with the parameters. */
static double sample_mean(double mean, double sigma)
{
    gsl_rng *r = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(r, 42);
    double s = 0;
    for (int i = 0; i < 50; i++) {
        double x = mean + gsl_ran_gaussian_ziggurat(r, sigma);
        s += exp(0.1 * x) + gsl_ran_exponential(r, sigma) * gsl_rng_uniform(r);
    }
    gsl_rng_free(r);
    return s / 50;
}

int main(void)
{
    ORACLE_SCALAR2_IS(gsl_ran_gaussian_pdf, 0.4, 1.3, -0.4 / 1.69 * gsl_ran_gaussian_pdf(0.4, 1.3),
                      (0.16 / pow(1.3, 3) - 1 / 1.3) * gsl_ran_gaussian_pdf(0.4, 1.3));
    ORACLE_SCALAR2_IS(gsl_ran_exponential_pdf, 0.4, 1.3, -gsl_ran_exponential_pdf(0.4, 1.3) / 1.3,
                      (0.4 / 1.69 - 1 / 1.3) * gsl_ran_exponential_pdf(0.4, 1.3));
    ORACLE_SCALAR3(gsl_ran_gamma_pdf, 1.4, 2.2, 0.8);
    ORACLE_SCALAR3(gsl_ran_beta_pdf, 0.4, 2.2, 1.8);
    ORACLE_SCALAR2(gsl_ran_chisq_pdf, 1.4, 3.5);
    ORACLE_SCALAR3(gsl_ran_fdist_pdf, 1.4, 3.0, 5.0);
    ORACLE_SCALAR2(gsl_ran_tdist_pdf, 0.7, 4.5);
    ORACLE_SCALAR3(gsl_ran_lognormal_pdf, 1.4, 0.2, 0.6);
    ORACLE_SCALAR3(gsl_ran_weibull_pdf, 1.4, 1.2, 1.7);
    ORACLE_SCALAR2(gsl_ran_cauchy_pdf, 0.7, 1.5);
    ORACLE_SCALAR2(gsl_ran_logistic_pdf, 0.7, 1.5);
    ORACLE_SCALAR3(gsl_ran_gumbel1_pdf, 0.7, 1.5, 0.9);
    ORACLE_SCALAR(poisson, 3.3);
    ORACLE_SCALAR(binomial, 0.35);
    ORACLE_SCALAR3(bivariate, 0.5, -0.3, 0.4);
    ORACLE_SCALAR_IS(gsl_cdf_ugaussian_P, 0.6, gsl_ran_ugaussian_pdf(0.6));
    ORACLE_SCALAR_IS(gsl_cdf_ugaussian_Q, 2.6, -gsl_ran_ugaussian_pdf(2.6));
    ORACLE_SCALAR_IS(gsl_cdf_ugaussian_Pinv, 0.3,
                     1 / gsl_ran_ugaussian_pdf(gsl_cdf_ugaussian_Pinv(0.3)));
    ORACLE_SCALAR2(gsl_cdf_exponential_P, 0.6, 1.2);
    ORACLE_SCALAR2(gsl_cdf_chisq_P, 2.6, 3.5);
    ORACLE_SCALAR3(gsl_cdf_gamma_P, 1.4, 2.2, 0.8);
    ORACLE_SCALAR3(gsl_cdf_gamma_Q, 1.4, 2.2, 0.8);
    ORACLE_SCALAR3(gsl_cdf_beta_P, 0.4, 2.2, 1.8);
    ORACLE_SCALAR2(gsl_cdf_tdist_P, 0.7, 4.5);
    ORACLE_SCALAR3(gsl_cdf_weibull_P, 1.4, 1.2, 1.7);
    ORACLE_SCALAR2(gsl_cdf_logistic_Pinv, 0.3, 1.7);
    ORACLE_SCALAR(binomial_below, 0.35);
    double alpha[3] = {1.2, 2.5, 0.8};
    ORACLE_GRADIENT(dirichlet, alpha, 3);
    ORACLE_SCALAR2(sample_mean, 0.3, 1.2);
    return oracle_result();
}
