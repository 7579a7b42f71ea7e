// Products of a matrix and its inverse.
#include "oracle.h"
#include <Eigen/LU>
using Eigen::MatrixXd;

static double f(const double *x, int)
{
    const MatrixXd a = Eigen::Map<const Eigen::Matrix3d>(x);
    const MatrixXd t = a.inverse(), r = a * (t * a);
    return r.cwiseProduct(r).sum() + t.norm();
}

int main()
{
    const double x[9] = {2, 0.3, 0.1, 0.2, 2.5, 0.4, 0.3, 0.1, 3};
    ORACLE_GRADIENT(f, x, 9);
    return oracle_result();
}
