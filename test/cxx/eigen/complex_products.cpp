// Products of conjugated matrices of any size: signs and halves of pairs of numbers, moved as
// integers.
#include "oracle.h"
#include <Eigen/Dense>
#include <complex>

static double f(const double *x, int)
{
    Eigen::Map<const Eigen::Matrix<std::complex<double>, 3, 3>> a(
        reinterpret_cast<const std::complex<double> *>(x));
    Eigen::MatrixXcd b = a, c = a.transpose();
    Eigen::MatrixXcd d = b.adjoint() * c;
    return d.squaredNorm() +
           b.conjugate().cwiseProduct(c).sum().real() * b.col(0).dot(c.col(1)).imag();
}

int main()
{
    double x[18];
    oracle_random(x, 18, 9);
    ORACLE_GRADIENT(f, x, 18);
    return oracle_result();
}
