// A vector of complex numbers: a discrete Fourier transform and its power spectrum.
#include "oracle.h"
#include <cmath>
#include <complex>
#include <vector>

namespace
{
std::vector<std::complex<double>> transform(const std::vector<std::complex<double>> &in)
{
    std::size_t n = in.size();
    std::vector<std::complex<double>> out(n);
    for (std::size_t k = 0; k < n; k++)
        for (std::size_t j = 0; j < n; j++)
            out[k] += in[j] * std::polar(1.0, -2 * M_PI * static_cast<double>(j * k) /
                                                  static_cast<double>(n));
    return out;
}

double f(const double *x, int n)
{
    std::vector<std::complex<double>> v;
    for (int i = 0; i + 1 < n; i += 2)
        v.emplace_back(x[i], x[i + 1]);
    auto spectrum = transform(v);
    double s = 0;
    for (std::size_t k = 0; k < spectrum.size(); k++)
        s += std::norm(spectrum[k]) * static_cast<double>(k + 1);
    return s;
}
} // namespace

int main()
{
    double x[12];
    oracle_random(x, 12, 1);
    ORACLE_GRADIENT(f, x, 12);
    return oracle_result();
}
