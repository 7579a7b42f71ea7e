/* GSL: Bessel and Airy functions, by argument and by order. */
#include <gsl/gsl_sf_airy.h>
#include <gsl/gsl_sf_bessel.h>

#include "oracle.h"

static double jn(double x)
{
    return gsl_sf_bessel_Jn(4, x);
}
static double yn(double x)
{
    return gsl_sf_bessel_Yn(3, x);
}
static double in(double x)
{
    return gsl_sf_bessel_In(3, x);
}
static double kn(double x)
{
    return gsl_sf_bessel_Kn(2, x);
}
static double jl(double x)
{
    return gsl_sf_bessel_jl(5, x);
}
static double ai(double x)
{
    return gsl_sf_airy_Ai(x, GSL_PREC_DOUBLE);
}
static double bi(double x)
{
    return gsl_sf_airy_Bi(x, GSL_PREC_DOUBLE);
}
static double ai_scaled(double x)
{
    return gsl_sf_airy_Ai_scaled(x, GSL_PREC_DOUBLE);
}
static double ai_prime(double x)
{
    return gsl_sf_airy_Ai_deriv(x, GSL_PREC_DOUBLE);
}

/* The value through the result structure of the error-reporting form. */
static double j0_result(double x)
{
    gsl_sf_result r;
    if (gsl_sf_bessel_J0_e(x, &r))
        return 0;
    return r.val * r.val;
}

/* A whole sequence of orders. */
static double jn_array(double x)
{
    double j[6], s = 0;
    gsl_sf_bessel_Jn_array(0, 5, x, j);
    for (int n = 0; n < 6; n++)
        s += (n + 1) * j[n];
    return s;
}

int main(void)
{
    double x = 2.3;
    ORACLE_SCALAR_IS(gsl_sf_bessel_J0, x, -gsl_sf_bessel_J1(x));
    ORACLE_SCALAR_IS(gsl_sf_bessel_J0, 17.5, -gsl_sf_bessel_J1(17.5));
    ORACLE_SCALAR_IS(gsl_sf_bessel_J1, x, gsl_sf_bessel_J0(x) - gsl_sf_bessel_J1(x) / x);
    ORACLE_SCALAR_IS(gsl_sf_bessel_Y0, x, -gsl_sf_bessel_Y1(x));
    ORACLE_SCALAR_IS(gsl_sf_bessel_Y1, x, gsl_sf_bessel_Y0(x) - gsl_sf_bessel_Y1(x) / x);
    ORACLE_SCALAR_IS(gsl_sf_bessel_I0, x, gsl_sf_bessel_I1(x));
    ORACLE_SCALAR_IS(gsl_sf_bessel_I1, x, gsl_sf_bessel_I0(x) - gsl_sf_bessel_I1(x) / x);
    ORACLE_SCALAR_IS(gsl_sf_bessel_K0, x, -gsl_sf_bessel_K1(x));
    ORACLE_SCALAR_IS(gsl_sf_bessel_K1, x, -gsl_sf_bessel_K0(x) - gsl_sf_bessel_K1(x) / x);
    ORACLE_SCALAR_IS(gsl_sf_bessel_j0, x, -gsl_sf_bessel_j1(x));
    ORACLE_SCALAR_IS(gsl_sf_bessel_y0, x, -gsl_sf_bessel_y1(x));
    ORACLE_SCALAR(gsl_sf_bessel_j2, x);
    ORACLE_SCALAR(gsl_sf_bessel_K0_scaled, x);
    ORACLE_SCALAR_IS(jn, x, (gsl_sf_bessel_Jn(3, x) - gsl_sf_bessel_Jn(5, x)) / 2);
    ORACLE_SCALAR_IS(yn, x, (gsl_sf_bessel_Yn(2, x) - gsl_sf_bessel_Yn(4, x)) / 2);
    ORACLE_SCALAR_IS(in, x, (gsl_sf_bessel_In(2, x) + gsl_sf_bessel_In(4, x)) / 2);
    ORACLE_SCALAR_IS(kn, x, -(gsl_sf_bessel_Kn(1, x) + gsl_sf_bessel_Kn(3, x)) / 2);
    ORACLE_SCALAR(jl, x);
    ORACLE_SCALAR_IS(ai, 0.8, gsl_sf_airy_Ai_deriv(0.8, GSL_PREC_DOUBLE));
    ORACLE_SCALAR_IS(ai, -3.2, gsl_sf_airy_Ai_deriv(-3.2, GSL_PREC_DOUBLE));
    ORACLE_SCALAR_IS(bi, 2.4, gsl_sf_airy_Bi_deriv(2.4, GSL_PREC_DOUBLE));
    ORACLE_SCALAR(ai_scaled, 1.7);
    ORACLE_SCALAR_IS(ai_prime, 0.8, 0.8 * gsl_sf_airy_Ai(0.8, GSL_PREC_DOUBLE));
    ORACLE_SCALAR(j0_result, x);
    ORACLE_SCALAR(jn_array, x);
    ORACLE_SCALAR2(gsl_sf_bessel_Jnu, 1.4, x);
    ORACLE_SCALAR2(gsl_sf_bessel_Ynu, 1.4, x);
    ORACLE_SCALAR2(gsl_sf_bessel_Inu, 1.4, x);
    ORACLE_SCALAR2(gsl_sf_bessel_Knu, 1.4, x);
    return oracle_result();
}
