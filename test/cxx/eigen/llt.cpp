// A linear solve by Cholesky decomposition.
#include "oracle.h"
#include <Eigen/Dense>
static double f(const double *x, int n)
{
    int m = 3;
    Eigen::MatrixXd g = Eigen::Map<const Eigen::MatrixXd>(x, m, m);
    Eigen::MatrixXd a = g * g.transpose() + Eigen::MatrixXd::Identity(m, m);
    Eigen::VectorXd b = Eigen::Map<const Eigen::VectorXd>(x + 9, m);
    Eigen::VectorXd y = a.llt().solve(b);
    return y.squaredNorm() + y(0);
}
int main()
{
    const double x[12] = {1.2, 0.3, -0.4, 0.5, 1.9, 0.2, -0.3, 0.1, 0.8, 0.7, 0.6, 0.5};
    ORACLE_GRADIENT(f, x, 12);
    return oracle_result();
}
