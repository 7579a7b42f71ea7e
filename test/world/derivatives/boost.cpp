// Boost.Math: special functions and a quadrature, against closed forms.
#include <boost/math/constants/constants.hpp>
#include <boost/math/quadrature/tanh_sinh.hpp>
#include <boost/math/special_functions/bessel.hpp>
#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>

#include "oracle.h"

static double gamma_of(double x)
{
    return boost::math::tgamma(x);
}
static double error_of(double x)
{
    return boost::math::erf(x);
}
static double bessel_of(double x)
{
    return boost::math::cyl_bessel_j(2, x);
}
static double beta_of(double x)
{
    return boost::math::ibeta(2.5, 1.5, x);
}
// exp(a x) over [0, 1].
static double integral(double a)
{
    boost::math::quadrature::tanh_sinh<double> rule(6);
    return rule.integrate([a](double x) { return std::exp(a * x); }, 0.0, 1.0);
}

int main()
{
    const double pi = boost::math::constants::pi<double>();
    ORACLE_SCALAR_IS(gamma_of, 3.7, boost::math::tgamma(3.7) * boost::math::digamma(3.7));
    ORACLE_SCALAR_IS(error_of, 0.8, 2 / std::sqrt(pi) * std::exp(-0.64));
    ORACLE_SCALAR_IS(error_of, 2.6, 2 / std::sqrt(pi) * std::exp(-6.76));
    ORACLE_SCALAR_IS(bessel_of, 1.9,
                     (boost::math::cyl_bessel_j(1, 1.9) - boost::math::cyl_bessel_j(3, 1.9)) / 2);
    ORACLE_SCALAR_IS(beta_of, 0.3,
                     std::pow(0.3, 1.5) * std::pow(0.7, 0.5) / boost::math::beta(2.5, 1.5));
    ORACLE_SCALAR_IS(integral, 0.5, (0.5 * std::exp(0.5) - std::exp(0.5) + 1) / 0.25);
    return oracle_result();
}
