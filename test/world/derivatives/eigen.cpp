// Eigen: a determinant, solutions by LU and by Cholesky, and an eigenvalue of a symmetric matrix.
#include <Eigen/Dense>

#include "oracle.h"

using Eigen::Map;
using Eigen::MatrixXd;
using Eigen::VectorXd;

static double determinant(const double *x, int n)
{
    return Map<const MatrixXd>(x, n == 16 ? 4 : 3, n == 16 ? 4 : 3).determinant();
}
static double by_lu(const double *x, int n)
{
    MatrixXd a = Map<const MatrixXd>(x, 4, 4);
    VectorXd b = VectorXd::LinSpaced(4, 1, 2);
    (void)n;
    return a.partialPivLu().solve(b).squaredNorm();
}
static double by_cholesky(const double *x, int n)
{
    MatrixXd a = Map<const MatrixXd>(x, 4, 4);
    MatrixXd definite = a * a.transpose() + MatrixXd::Identity(4, 4);
    (void)n;
    return definite.llt().solve(VectorXd::Ones(4)).sum();
}
static double eigenvalue(const double *x, int n)
{
    MatrixXd a = Map<const MatrixXd>(x, 4, 4);
    MatrixXd symmetric = a + a.transpose();
    (void)n;
    return Eigen::SelfAdjointEigenSolver<MatrixXd>(symmetric).eigenvalues()[3];
}

int main()
{
    double x[16], want[16];
    oracle_random(x, 16, 4);
    // Jacobi's formula: det(A) A^-T.
    MatrixXd a = Map<const MatrixXd>(x, 4, 4);
    Map<MatrixXd>(want, 4, 4) = a.determinant() * a.inverse().transpose();
    ORACLE_GRADIENT_IS(determinant, x, 16, want);
    ORACLE_GRADIENT(by_lu, x, 16);
    ORACLE_GRADIENT(by_cholesky, x, 16);
    // v v^T twice, as the matrix is added to its transpose.
    Eigen::SelfAdjointEigenSolver<MatrixXd> solver(a + a.transpose());
    VectorXd v = solver.eigenvectors().col(3);
    Map<MatrixXd>(want, 4, 4) = 2 * v * v.transpose();
    ORACLE_GRADIENT_IS(eigenvalue, x, 16, want);
    return oracle_result();
}
