// Products of the triangle of a QR decomposition.
#include "oracle.h"
#include <Eigen/QR>
using Eigen::MatrixXd;

static double f(const double *x, int)
{
    const MatrixXd a = Eigen::Map<const Eigen::Matrix3d>(x);
    const Eigen::HouseholderQR<MatrixXd> qr(a);
    const MatrixXd r = a * (qr.matrixQR().triangularView<Eigen::Upper>() * a.adjoint());
    return r.cwiseProduct(r).sum();
}

int main()
{
    const double x[9] = {2, 0.3, 0.1, 0.2, 2.5, 0.4, 0.3, 0.1, 3};
    ORACLE_GRADIENT(f, x, 9);
    return oracle_result();
}
