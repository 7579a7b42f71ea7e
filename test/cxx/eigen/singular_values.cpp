// Singular values by Jacobi's method.
#include "oracle.h"
#include <Eigen/SVD>
static double f(const double *x, int n)
{
    Eigen::MatrixXd a = Eigen::Map<const Eigen::MatrixXd>(x, 3, 3);
    Eigen::JacobiSVD<Eigen::MatrixXd> svd(a);
    Eigen::VectorXd s = svd.singularValues();
    return s(0) * s(1) + s(2);
}
int main()
{
    const double x[9] = {1.2, 0.3, -0.4, 0.5, 1.9, 0.2, -0.3, 0.1, 0.8};
    ORACLE_GRADIENT(f, x, 9);
    return oracle_result();
}
