// Maps of memory and matrices of run-time size: a product, column sums, a norm.
#include "oracle.h"
#include <Eigen/Dense>
static double f(const double *x, int n)
{
    Eigen::Map<const Eigen::MatrixXd> a(x, 3, n / 3);
    Eigen::MatrixXd b = a * a.transpose();
    Eigen::VectorXd c = b.colwise().sum();
    return (b * c).sum() + b.norm();
}
int main()
{
    const double x[12] = {1.2, 0.3, -0.4, 0.5, 1.9, 0.2, -0.3, 0.1, 0.8, 0.7, 0.6, 0.5};
    ORACLE_GRADIENT(f, x, 12);
    return oracle_result();
}
