// A sparse system, solved with an LU decomposition.
#include "oracle.h"
#include <Eigen/SparseLU>

static double f(const double *x, int n)
{
    Eigen::SparseMatrix<double> a(n, n);
    for (int i = 0; i < n; i++) {
        a.insert(i, i) = 4 + x[i];
        if (i + 1 < n)
            a.insert(i, i + 1) = x[i] * x[i + 1];
        if (i > 1)
            a.insert(i, i - 2) = -x[i];
    }
    a.makeCompressed();
    Eigen::VectorXd b = Eigen::Map<const Eigen::VectorXd>(x, n);
    Eigen::SparseLU<Eigen::SparseMatrix<double>> lu(a);
    Eigen::VectorXd y = lu.solve(b);
    return y.squaredNorm();
}

int main()
{
    double x[7];
    oracle_random(x, 7, 5);
    ORACLE_GRADIENT(f, x, 7);
    return oracle_result();
}
