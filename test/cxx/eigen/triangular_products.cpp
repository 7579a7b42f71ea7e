// Products of a triangle of a matrix and of its Cholesky factor.
#include "oracle.h"
#include <Eigen/Cholesky>
using Eigen::MatrixXd;

static double f(const double *x, int)
{
    const MatrixXd a = Eigen::Map<const Eigen::Matrix3d>(x);
    const Eigen::LLT<MatrixXd> llt(a);
    const MatrixXd r = a * (a.triangularView<Eigen::Upper>() * llt.matrixLLT());
    return r.cwiseProduct(r).sum();
}

int main()
{
    const double x[9] = {2, 0.3, 0.1, 0.2, 2.5, 0.4, 0.3, 0.1, 3};
    ORACLE_GRADIENT(f, x, 9);
    return oracle_result();
}
