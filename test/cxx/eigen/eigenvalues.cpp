// Eigenvalues of a symmetric matrix.
#include "oracle.h"
#include <Eigen/Eigenvalues>
static double f(const double *x, int n)
{
    Eigen::MatrixXd g = Eigen::Map<const Eigen::MatrixXd>(x, 3, 3);
    Eigen::MatrixXd a = g + g.transpose();
    Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> s(a);
    return s.eigenvalues()(0) + s.eigenvalues()(1) * 2;
}
int main()
{
    const double x[9] = {1.2, 0.3, -0.4, 0.5, 1.9, 0.2, -0.3, 0.1, 0.8};
    ORACLE_GRADIENT(f, x, 9);
    return oracle_result();
}
