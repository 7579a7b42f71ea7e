// std::complex functions: exp, log, sqrt, pow, sin, polar, abs, arg, conj.
#include "oracle.h"
#include <complex>

namespace
{
double f(const double *x, int n)
{
    std::complex<double> z(x[0], x[1]), w = std::polar(x[2], x[3]);
    z = std::exp(z) * std::conj(w) + std::log(w);
    w = std::sqrt(z) + std::pow(w, 3) + std::pow(z, w);
    z += std::sin(w) * 0.01 + std::cos(z) * 0.1;
    return std::abs(z) + std::arg(w) * z.real() + std::tanh(w).imag();
}
} // namespace

int main()
{
    double x[4] = {0.3, 0.7, 1.2, 0.6};
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
