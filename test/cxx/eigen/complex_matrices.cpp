// Matrices of complex numbers: a product, an adjoint, a solve.
#include "oracle.h"
#include <Eigen/Dense>
#include <complex>

static double f(const double *x, int n)
{
    Eigen::Matrix2cd a;
    for (int i = 0; i < 4; i++)
        a(i / 2, i % 2) = std::complex<double>(x[i], x[4 + i]);
    Eigen::Vector2cd b(std::complex<double>(x[0], 1), std::complex<double>(n, x[7]));
    Eigen::Vector2cd y = (a * a.adjoint() + Eigen::Matrix2cd::Identity()).partialPivLu().solve(b);
    return y.squaredNorm() + std::abs(y[0]) + (a * b).sum().real();
}

int main()
{
    const double x[8] = {0.9, 0.2, -0.3, 0.4, 1.2, -0.5, 0.7, 0.6};
    ORACLE_GRADIENT(f, x, 8);
    return oracle_result();
}
