// Blocks, rows, columns, diagonals, reshaping by maps, in-place operations, triangular views.
#include "oracle.h"
#include <Eigen/Dense>

static double f(const double *x, int n)
{
    Eigen::MatrixXd a = Eigen::Map<const Eigen::MatrixXd>(x, 4, 4);
    a.block(0, 0, 2, 2) *= a(3, 3);
    a.row(1) += 2 * a.row(2);
    a.col(3).swap(a.col(0));
    a.diagonal().array() += 1.5;
    a.topRightCorner<2, 2>() = a.bottomLeftCorner<2, 2>().transpose().eval();
    Eigen::MatrixXd lower = a.triangularView<Eigen::Lower>();
    Eigen::VectorXd y = lower.triangularView<Eigen::Lower>().solve(Eigen::VectorXd::Ones(4));
    Eigen::MatrixXd symmetric = a.selfadjointView<Eigen::Upper>();
    return y.dot(a.colwise().norm().transpose()) + (symmetric * y).segment(1, 2).prod() +
           n * 0.1 * a.mean();
}

int main()
{
    double x[16];
    for (int i = 0; i < 16; i++)
        x[i] = 0.1 * i - 0.3 * (i % 3) + 0.7;
    ORACLE_GRADIENT(f, x, 16);
    return oracle_result();
}
