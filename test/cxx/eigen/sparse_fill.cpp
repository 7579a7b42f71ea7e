// <enzcc/sparse.hpp>: Hessians and Jacobians as Eigen::SparseMatrix, by columns and by rows, and
// Newton's method with them.
#include "oracle.h"
#include <Eigen/Sparse>
#include <cmath>
#include <enzcc/sparse.hpp>
#include <vector>

namespace
{
using Columns = Eigen::SparseMatrix<double>;
using Rows = Eigen::SparseMatrix<double, Eigen::RowMajor, long>;

// A membrane of n by n nodes, between springs and under a load.
struct Membrane {
    int n;
    double operator()(const double *x) const
    {
        double sum = 0;
        for (int i = 0; i < n; i++)
            for (int k = 0; k < n; k++) {
                const double at = x[i * n + k];
                const double right = k + 1 < n ? x[i * n + k + 1] : 0;
                const double below = i + 1 < n ? x[i * n + k + n] : 0;
                sum += std::sqrt(1 + (right - at) * (right - at) + (below - at) * (below - at));
                sum += at * at * at * at / 8 - 0.1 * at;
            }
        return sum;
    }
};

void check_newton()
{
    const Membrane f{9};
    const int n = 81;
    Eigen::VectorXd x = Eigen::VectorXd::Constant(n, 0.3), g(n);
    enzcc::pattern p(enzcc::colouring::acyclic);
    enzcc::hessian_pattern(f, x, p);
    std::vector<double> values(p.count());
    Columns h;
    for (int step = 0; step < 12; step++) {
        enzcc::hessian_values(f, x, p, g, values);
        enzcc::fill(h, p, values);
        Eigen::SimplicialLDLT<Columns> solver(h);
        CHECK_THAT(solver.info() == Eigen::Success);
        x -= solver.solve(g);
    }
    enzcc::gradient(f, x, g);
    CHECK_TOL(g.norm() + 1, 1.0, 1e-12);
}

void check_matrices()
{
    const Membrane f{4};
    const int n = 16;
    Eigen::VectorXd x(n), g(n), v(n), hv(n);
    oracle_random(x.data(), n, 3);
    oracle_random(v.data(), n, 4);
    enzcc::pattern p;
    enzcc::hessian_pattern(f, x, p);
    std::vector<double> values(p.count());
    enzcc::hessian_values(f, x, p, g, values);
    Columns by_columns;
    Rows by_rows(3, 5);
    by_rows.insert(1, 2) = 7; // what was there goes, and is not compressed
    enzcc::fill(by_columns, p, values);
    enzcc::fill(by_rows, p, values);
    CHECK_THAT(by_rows.isCompressed() && by_columns.isCompressed());
    CHECK_THAT(by_columns.rows() == n && by_rows.cols() == n &&
               by_rows.nonZeros() == static_cast<long>(p.count()));
    enzcc::hvp(f, x, v, g, hv);
    const Eigen::VectorXd c = by_columns * v, r = by_rows * v;
    for (int i = 0; i < n; i++) {
        CHECK_TOL(c[i] + 1, hv[i] + 1, 1e-12);
        CHECK_TOL(r[i] + 1, hv[i] + 1, 1e-12);
    }
    const double *memory = by_columns.valuePtr();
    enzcc::fill(by_columns, p, values);
    CHECK_THAT(memory == by_columns.valuePtr());
}

// More rows than columns; columns without an entry.
void check_jacobian()
{
    const auto f = [](const double *x, double *y) {
        for (int i = 0; i < 6; i++)
            y[i] = x[i / 2] * x[i / 2] * (i + 1) + (i == 5 ? x[4] : 0);
    };
    Eigen::VectorXd x(5), y(6);
    x << 1, 2, 3, 4, 5;
    enzcc::pattern p;
    enzcc::jacobian_pattern(f, x, 6, p);
    std::vector<double> values(p.count());
    enzcc::jacobian_values(f, x, p, y, values);
    Columns j;
    enzcc::fill(j, p, values);
    CHECK_THAT(j.rows() == 6 && j.cols() == 5 && j.nonZeros() == 7);
    for (int i = 0; i < 6; i++)
        CHECK(j.coeff(i, i / 2), 2 * x[i / 2] * (i + 1));
    CHECK(j.coeff(5, 4), 1);
    CHECK_THAT(j.col(3).nonZeros() == 0);

    Eigen::SparseMatrix<double, Eigen::ColMajor, signed char> tiny;
    enzcc::pattern large;
    large.get()->rows = 200;
    bool thrown = false;
    try {
        enzcc::fill(tiny, large, values.data());
    } catch (const std::length_error &) {
        thrown = true;
    }
    CHECK_THAT(thrown);
}
} // namespace

int main()
{
    check_newton();
    check_matrices();
    check_jacobian();
    return oracle_result();
}
