// Functions of complex numbers: pow in all forms, exp, log, polar, trigonometric and inverse
// functions, norm, proj.
#include "oracle.h"
#include <complex>
#include <vector>

namespace
{
using complex = std::complex<double>;

double f(const double *x, int n)
{
    complex s = 0;
    for (int i = 0; i + 1 < n; i += 2) {
        complex z(x[i], x[i + 1]);
        s += std::exp(z) + std::log(z) * std::sqrt(z) + std::pow(z, 2.5) + std::pow(z, 3) +
             std::pow(2.0, z) + std::pow(z, z);
        s += std::sin(z) * std::cosh(z) + std::tan(z) / (z + 2.0) + std::tanh(z) +
             std::asin(z * 0.3) + std::atan(z * 0.2) + std::acosh(z + 2.0);
        s += std::polar(x[i], x[i + 1]) * std::conj(z) * std::abs(z) + std::arg(z) + std::norm(z) +
             std::log10(z);
        z *= s;
        s -= z / complex(x[0], 1);
    }
    return s.real() * s.imag();
}
} // namespace

int main()
{
    double x[4] = {0.5, 1.1, 0.7, -0.4};
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
