/* The program of the tutorial about GSL (docs/tutorials/gsl.md), and of the README: the derivative
 * of an integral by its parameter, through the quadrature and the Bessel functions of GSL. */
#include <gsl/gsl_integration.h>
#include <gsl/gsl_sf_bessel.h>
#include <math.h>
#include <stdio.h>

double __enzyme_autodiff(void *, ...);

static double integrand(double x, void *parameter)
{
    double a = *(const double *)parameter;
    return gsl_sf_bessel_J0(a * x);
}

/* The integral of J0(a x) over x from 0 to 1. */
static double integral(double a)
{
    gsl_function f = {integrand, &a};
    double result = 0, error = 0;
    size_t evaluations = 0;
    gsl_integration_qng(&f, 0, 1, 1e-10, 1e-10, &result, &error, &evaluations);
    return result;
}

int main(void)
{
    double a = 2;
    double derivative = __enzyme_autodiff((void *)integral, a);
    double closed_form = (gsl_sf_bessel_J0(a) - integral(a)) / a;
    printf("%.8f, closed form %.8f\n", derivative, closed_form);
    return !(fabs(derivative - closed_form) < 1e-9);
}
