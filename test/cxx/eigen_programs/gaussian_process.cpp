// The likelihood of a Gaussian process: a covariance, its decomposition, its logarithmic
// determinant.
#include "oracle.h"
#include <Eigen/Dense>

static Eigen::MatrixXd covariance(const Eigen::VectorXd &at, double width, double height,
                                  double noise)
{
    Eigen::MatrixXd k(at.size(), at.size());
    for (Eigen::Index i = 0; i < at.size(); i++)
        for (Eigen::Index j = 0; j < at.size(); j++)
            k(i, j) = height * height * std::exp(-0.5 * std::pow((at(i) - at(j)) / width, 2));
    k.diagonal().array() += noise * noise + 1e-3;
    return k;
}

static const double seen[6] = {0.3, -0.2, 0.8, 1.1, -0.6, 0.4};

static double by_ldlt(const double *x, int)
{
    Eigen::VectorXd at =
        Eigen::VectorXd::LinSpaced(6, 0, 2) + Eigen::Map<const Eigen::VectorXd>(x + 3, 6);
    Eigen::Map<const Eigen::VectorXd> y(seen, 6);
    Eigen::LDLT<Eigen::MatrixXd> d(covariance(at, x[0], x[1], x[2]));
    return 0.5 * y.dot(d.solve(y)) + 0.5 * d.vectorD().array().log().sum();
}

static double by_llt(const double *x, int)
{
    Eigen::VectorXd at =
        Eigen::VectorXd::LinSpaced(6, 0, 2) + Eigen::Map<const Eigen::VectorXd>(x + 3, 6);
    Eigen::Map<const Eigen::VectorXd> y(seen, 6);
    Eigen::LLT<Eigen::MatrixXd> d(covariance(at, x[0], x[1], x[2]));
    Eigen::MatrixXd l = d.matrixL();
    d.rankUpdate(y, x[2]);
    return 0.5 * l.triangularView<Eigen::Lower>().solve(y).squaredNorm() +
           l.diagonal().array().log().sum() + d.solve(y).squaredNorm();
}

int main()
{
    const double x[9] = {0.7, 1.2, 0.3, 0.01, 0.05, -0.02, 0.03, 0.07, -0.04};
    ORACLE_GRADIENT(by_ldlt, x, 9);
    ORACLE_GRADIENT(by_llt, x, 9);
    return oracle_result();
}
