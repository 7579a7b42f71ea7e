// Eigenvalues of symmetric matrices, and singular values by bisection, as parts of a function.
#include "oracle.h"
#include <Eigen/Dense>

static double energies(const double *x, int n)
{
    Eigen::MatrixXd h = Eigen::MatrixXd::Zero(n, n);
    for (int i = 0; i < n; i++) {
        h(i, i) = 2 * i + x[i];
        if (i)
            h(i, i - 1) = h(i - 1, i) = -1 + 0.3 * x[i] * x[i - 1];
    }
    Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> s(h, Eigen::EigenvaluesOnly);
    return s.eigenvalues().head(2).sum() + (-s.eigenvalues().array()).exp().sum();
}

static double ground_state(const double *x, int)
{
    Eigen::Matrix3d a = Eigen::Map<const Eigen::Matrix3d>(x), h = a + a.transpose();
    h.diagonal() += Eigen::Vector3d(0, 3, 6);
    Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> s(h);
    return s.eigenvectors().col(0).cwiseAbs2().dot(Eigen::Vector3d(1, -1, 2)) + s.eigenvalues()(2);
}

int main()
{
    const double x[9] = {0.3, 0.1, -0.4, 0.5, 0.9, 0.2, -0.3, 0.1, 0.8};
    ORACLE_GRADIENT(energies, x, 5);
    ORACLE_GRADIENT(ground_state, x, 9);
    return oracle_result();
}
