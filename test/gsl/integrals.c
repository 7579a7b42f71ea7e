/* GSL: functions defined by integrals: error functions, exponential and elliptic
 * integrals, and their like. */
#include <gsl/gsl_sf.h>
#include <math.h>

#include "oracle.h"

static double expint_En(double x)
{
    return gsl_sf_expint_En(3, x);
}
static double ell_K(double k)
{
    return gsl_sf_ellint_Kcomp(k, GSL_PREC_DOUBLE);
}
static double ell_E(double k)
{
    return gsl_sf_ellint_Ecomp(k, GSL_PREC_DOUBLE);
}
static double ell_F(double phi, double k)
{
    return gsl_sf_ellint_F(phi, k, GSL_PREC_DOUBLE);
}
static double ell_P(double phi, double k, double n)
{
    return gsl_sf_ellint_P(phi, k, n, GSL_PREC_DOUBLE);
}
static double carlson_RC(double x, double y)
{
    return gsl_sf_ellint_RC(x, y, GSL_PREC_DOUBLE);
}
static double carlson_RF(double x, double y, double z)
{
    return gsl_sf_ellint_RF(x, y, z, GSL_PREC_DOUBLE);
}
static double carlson_RD(double x, double y, double z)
{
    return gsl_sf_ellint_RD(x, y, z, GSL_PREC_DOUBLE);
}
static double jacobi(double u, double m)
{
    double sn, cn, dn;
    gsl_sf_elljac_e(u, m, &sn, &cn, &dn);
    return sn + 2 * cn * dn;
}
static double hazard_result(double x)
{
    gsl_sf_result r;
    gsl_sf_hazard_e(x, &r);
    return r.val;
}

int main(void)
{
    double x = 0.7, pi = 3.14159265358979323846;
    ORACLE_SCALAR_IS(gsl_sf_erf, x, 2 / sqrt(pi) * exp(-x * x));
    ORACLE_SCALAR_IS(gsl_sf_erfc, 2.5, -2 / sqrt(pi) * exp(-6.25));
    ORACLE_SCALAR(gsl_sf_log_erfc, x);
    ORACLE_SCALAR_IS(gsl_sf_erf_Q, x, -gsl_sf_erf_Z(x));
    ORACLE_SCALAR(hazard_result, x);
    ORACLE_SCALAR_IS(gsl_sf_dawson, x, 1 - 2 * x * gsl_sf_dawson(x));
    ORACLE_SCALAR_IS(gsl_sf_expint_E1, x, -exp(-x) / x);
    ORACLE_SCALAR_IS(gsl_sf_expint_E2, x, -gsl_sf_expint_E1(x));
    ORACLE_SCALAR_IS(gsl_sf_expint_Ei, x, exp(x) / x);
    ORACLE_SCALAR_IS(expint_En, x, -gsl_sf_expint_E2(x));
    ORACLE_SCALAR_IS(gsl_sf_Si, x, sin(x) / x);
    ORACLE_SCALAR_IS(gsl_sf_Ci, x, cos(x) / x);
    ORACLE_SCALAR_IS(gsl_sf_Si, 12.5, sin(12.5) / 12.5);
    ORACLE_SCALAR_IS(gsl_sf_Shi, x, sinh(x) / x);
    ORACLE_SCALAR_IS(gsl_sf_Chi, x, cosh(x) / x);
    ORACLE_SCALAR_IS(gsl_sf_expint_3, x, exp(-x * x * x));
    ORACLE_SCALAR_IS(gsl_sf_atanint, x, atan(x) / x);
    ORACLE_SCALAR_IS(gsl_sf_dilog, 0.4, -log(0.6) / 0.4);
    ORACLE_SCALAR_IS(gsl_sf_clausen, x, -log(2 * sin(x / 2)));
    ORACLE_SCALAR(gsl_sf_debye_1, x);
    ORACLE_SCALAR(gsl_sf_debye_3, 5.5);
    ORACLE_SCALAR(gsl_sf_synchrotron_1, x);
    ORACLE_SCALAR(gsl_sf_transport_2, x);
    ORACLE_SCALAR(gsl_sf_exprel, x);
    ORACLE_SCALAR(gsl_sf_log_1plusx_mx, 0.2);
    ORACLE_SCALAR(gsl_sf_sinc, 0.3);
    ORACLE_SCALAR(gsl_sf_lnsinh, x);
    ORACLE_SCALAR2(gsl_sf_hypot, x, 1.5);
    ORACLE_SCALAR_IS(ell_K, x,
                     (gsl_sf_ellint_Ecomp(x, 0) / (1 - x * x) - gsl_sf_ellint_Kcomp(x, 0)) / x);
    ORACLE_SCALAR_IS(ell_E, x, (gsl_sf_ellint_Ecomp(x, 0) - gsl_sf_ellint_Kcomp(x, 0)) / x);
    ORACLE_SCALAR2(ell_F, 0.9, 0.6);
    ORACLE_SCALAR3(ell_P, 0.9, 0.6, 0.2);
    ORACLE_SCALAR2(carlson_RC, 1.2, 1.9);
    ORACLE_SCALAR3(carlson_RF, 0.8, 1.2, 1.9);
    ORACLE_SCALAR3(carlson_RD, 0.8, 1.2, 1.9);
    ORACLE_SCALAR2(jacobi, 0.8, 0.4);
    return oracle_result();
}
