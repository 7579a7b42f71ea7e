// A sparse matrix from triplets: a product, a sparse LU and a conjugate gradient solve.
#include "oracle.h"
#include <Eigen/Sparse>
#include <vector>

static double f(const double *x, int n)
{
    std::vector<Eigen::Triplet<double>> entries;
    for (int i = 0; i < n; i++) {
        entries.emplace_back(i, i, 3 + x[i] * x[i]);
        if (i)
            entries.emplace_back(i, i - 1, x[i]), entries.emplace_back(i - 1, i, x[i]);
    }
    Eigen::SparseMatrix<double> a(n, n);
    a.setFromTriplets(entries.begin(), entries.end());
    Eigen::VectorXd b = Eigen::Map<const Eigen::VectorXd>(x, n);
    Eigen::ConjugateGradient<Eigen::SparseMatrix<double>, Eigen::Lower | Eigen::Upper> cg(a);
    cg.setTolerance(1e-14);
    Eigen::VectorXd y = cg.solve(b);
    return y.squaredNorm() + b.dot(a * b);
}

int main()
{
    const double x[5] = {0.3, -0.5, 0.8, 0.4, 1.1};
    ORACLE_GRADIENT(f, x, 5);
    return oracle_result();
}
