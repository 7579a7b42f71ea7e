// Eigen: the solution of a sparse system, eigenvalues and an exponential of a matrix, out of the
// headers of the tree, those of its unsupported modules included.
#include <Eigen/Dense>
#include <Eigen/SparseCholesky>

#include <unsupported/Eigen/MatrixFunctions>

#include <cmath>

#include "oracle.h"

using Eigen::VectorXd;

// A symmetric band, solved by a sparse factor of it; x = {diagonal, right-hand side}.
static double sparse(const double *x, int n)
{
    int size = n / 2;
    Eigen::SparseMatrix<double> a(size, size);
    VectorXd b(size);
    for (int i = 0; i < size; i++) {
        a.insert(i, i) = 5 + x[i];
        if (i + 1 < size)
            a.insert(i + 1, i) = x[i] * x[i + 1];
        b(i) = x[size + i];
    }
    a.makeCompressed();
    Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factor(a);
    return factor.solve(b).squaredNorm() + std::log(factor.determinant());
}

static double eigenvalues(const double *x, int)
{
    Eigen::Matrix4d a = Eigen::Map<const Eigen::Matrix4d>(x);
    Eigen::SelfAdjointEigenSolver<Eigen::Matrix4d> solver(a + a.transpose());
    return solver.eigenvalues().dot(Eigen::Vector4d(1, 2, 3, 5));
}

static double exponential(const double *x, int)
{
    Eigen::Matrix3d a = Eigen::Map<const Eigen::Matrix3d>(x);
    Eigen::Matrix3d e = a.exp();
    return e.trace() + 2 * e(0, 2) - e(2, 1);
}

int main()
{
    double x[16];
    oracle_random(x, 16, 9);
    ORACLE_GRADIENT(sparse, x, 12);
    ORACLE_GRADIENT(eigenvalues, x, 16);
    ORACLE_GRADIENT(exponential, x, 9);
    return oracle_result();
}
