/* GSL: gamma, beta, zeta, hypergeometric and related functions. */
#include <gsl/gsl_sf.h>
#include <math.h>

#include "oracle.h"

static double psi_2(double x)
{
    return gsl_sf_psi_n(2, x);
}
static double ln_gamma_sign(double x)
{
    gsl_sf_result r;
    double sign;
    gsl_sf_lngamma_sgn_e(x, &r, &sign);
    return sign * r.val;
}
static double gegenbauer(double lambda, double x)
{
    return gsl_sf_gegenpoly_n(5, lambda, x);
}
static double laguerre(double a, double x)
{
    return gsl_sf_laguerre_n(4, a, x);
}
static double hyperg_2F1(double a, double c, double x)
{
    return gsl_sf_hyperg_2F1(a, 0.7, c, x);
}
static double hyperg_1F1_int(double x)
{
    return gsl_sf_hyperg_1F1_int(2, 5, x);
}
static double legendre_P(double x)
{
    return gsl_sf_legendre_Pl(6, x);
}
static double legendre_Q(double x)
{
    return gsl_sf_legendre_Ql(3, x);
}
static double legendre_Plm(double x)
{
    return gsl_sf_legendre_Plm(5, 2, x);
}
static double legendre_array(double x)
{
    double p[8], s = 0;
    gsl_sf_legendre_Pl_array(7, x, p);
    for (int l = 0; l < 8; l++)
        s += p[l] / (l + 1);
    return s;
}
static double spherical_harmonic(double x)
{
    return gsl_sf_legendre_sphPlm(4, 1, x);
}
static double fermi_dirac(double x)
{
    return gsl_sf_fermi_dirac_int(3, x);
}
static double power(double x)
{
    return gsl_sf_pow_int(x, 7);
}
static double hydrogen(double Z, double r)
{
    return gsl_sf_hydrogenicR(3, 1, Z, r);
}
static double hermite(double x)
{
    return gsl_sf_hermite(5, x);
}

int main(void)
{
    double x = 1.7;
    ORACLE_SCALAR_IS(gsl_sf_gamma, x, tgamma(x) * gsl_sf_psi(x));
    ORACLE_SCALAR_IS(gsl_sf_lngamma, 12.5, gsl_sf_psi(12.5));
    ORACLE_SCALAR(ln_gamma_sign, 3.4);
    ORACLE_SCALAR_IS(gsl_sf_gammainv, x, -gsl_sf_psi(x) / tgamma(x));
    ORACLE_SCALAR(gsl_sf_gammastar, x);
    ORACLE_SCALAR_IS(gsl_sf_psi, x, gsl_sf_psi_1(x));
    ORACLE_SCALAR_IS(gsl_sf_psi_1, x, gsl_sf_psi_n(2, x));
    ORACLE_SCALAR(psi_2, x);
    ORACLE_SCALAR2(gsl_sf_poch, 2.2, 0.6);
    ORACLE_SCALAR2(gsl_sf_gamma_inc_P, 2.5, x);
    ORACLE_SCALAR2(gsl_sf_gamma_inc_Q, 2.5, 4.0);
    ORACLE_SCALAR2(gsl_sf_gamma_inc, 1.3, x);
    ORACLE_SCALAR2(gsl_sf_beta, x, 2.6);
    ORACLE_SCALAR2(gsl_sf_lnbeta, x, 2.6);
    ORACLE_SCALAR3(gsl_sf_beta_inc, 2.5, 1.5, 0.4);
    ORACLE_SCALAR(gsl_sf_zeta, x);
    ORACLE_SCALAR(gsl_sf_zetam1, 3.2);
    ORACLE_SCALAR(gsl_sf_eta, x);
    ORACLE_SCALAR2(gsl_sf_hzeta, 2.4, 1.6);
    ORACLE_SCALAR2(gsl_sf_hyperg_0F1, 1.6, 0.8);
    ORACLE_SCALAR_IS(hyperg_1F1_int, 0.9, 2.0 / 5 * gsl_sf_hyperg_1F1_int(3, 6, 0.9));
    ORACLE_SCALAR3(gsl_sf_hyperg_1F1, 1.3, 2.4, 0.6);
    ORACLE_SCALAR3(gsl_sf_hyperg_U, 1.3, 1.4, 2.6);
    ORACLE_SCALAR3(hyperg_2F1, 1.2, 2.3, 0.35);
    ORACLE_SCALAR2(gegenbauer, 1.2, 0.4);
    ORACLE_SCALAR2(laguerre, 0.6, 1.4);
    ORACLE_SCALAR_IS(hermite, 0.7, 10 * gsl_sf_hermite(4, 0.7));
    ORACLE_SCALAR_IS(legendre_P, 0.35,
                     6 * (0.35 * gsl_sf_legendre_Pl(6, 0.35) - gsl_sf_legendre_Pl(5, 0.35)) /
                         (0.35 * 0.35 - 1));
    ORACLE_SCALAR(legendre_Q, 0.35);
    ORACLE_SCALAR(legendre_Plm, 0.35);
    ORACLE_SCALAR(spherical_harmonic, 0.35);
    ORACLE_SCALAR(legendre_array, 0.35);
    ORACLE_SCALAR2(gsl_sf_conicalP_0, 0.8, 1.6);
    ORACLE_SCALAR_IS(fermi_dirac, 0.7, gsl_sf_fermi_dirac_2(0.7));
    ORACLE_SCALAR(gsl_sf_fermi_dirac_half, 0.7);
    ORACLE_SCALAR_IS(gsl_sf_lambert_W0, x, gsl_sf_lambert_W0(x) / (x * (1 + gsl_sf_lambert_W0(x))));
    ORACLE_SCALAR_IS(power, x, 7 * pow(x, 6));
    ORACLE_SCALAR2(hydrogen, 1.2, 2.5);
    return oracle_result();
}
