// Packets of AVX and fused multiplication: a solve, elementwise functions, reductions.
#include "oracle.h"
#include <Eigen/Dense>

static double f(const double *x, int n)
{
    Eigen::MatrixXd g = Eigen::Map<const Eigen::MatrixXd>(x, 4, 4);
    Eigen::MatrixXd a = g * g.transpose() + 2 * Eigen::MatrixXd::Identity(4, 4);
    Eigen::VectorXd y = a.partialPivLu().solve(g.col(1));
    return y.squaredNorm() + (a.array() * 0.1).exp().sum() + a.array().abs().log().maxCoeff() +
           n * g.minCoeff();
}

int main()
{
    double x[16];
    for (int i = 0; i < 16; i++)
        x[i] = 0.1 * i - 0.3 * (i % 3) + 0.07;
    ORACLE_GRADIENT(f, x, 16);
    return oracle_result();
}
