// <enzcc/implicit.h> in C++: a solver behind <enzcc/derivatives.hpp>, against a closed form.
#include "oracle.h"
#include <array>
#include <cmath>
#include <enzcc/derivatives.hpp>
#include <enzcc/implicit.h>

// x_i^3 + x_i = p_i + coupling x_{i-1}, solved from the first to the last.
static void residual(const double *x, double *r, std::size_t n, const double *p, std::size_t,
                     const double *coupling)
{
    for (std::size_t i = 0; i < n; i++)
        r[i] = x[i] * x[i] * x[i] + x[i] - p[i] - (i ? *coupling * x[i - 1] : 0);
}
static void solve(double *x, std::size_t n, const double *p, std::size_t, const double *coupling)
{
    for (std::size_t i = 0; i < n; i++) {
        const double right = p[i] + (i ? *coupling * x[i - 1] : 0);
        x[i] = std::cbrt(right);
        for (int k = 0; k < 60; k++)
            x[i] -= (x[i] * x[i] * x[i] + x[i] - right) / (3 * x[i] * x[i] + 1);
    }
}
ENZ_IMPLICIT(solve, residual, enz_solve_dense, double);
static void solve_large(double *x, std::size_t n, const double *p, std::size_t np,
                        const double *coupling)
{
    solve(x, n, p, np, coupling);
}
ENZ_IMPLICIT_HIGHER(solve_large, residual, enz_solve_gmres, double);

int main()
{
    const double coupling = 0.5;
    const auto large = [&](const double *p) {
        double x[3];
        solve_large(x, 3, p, 3, &coupling);
        return x[2];
    };
    const auto f = [&](const double *p) {
        double x[3];
        solve(x, 3, p, 3, &coupling);
        return x[2];
    };
    const std::array<double, 3> p{1, -2, 0.5};
    std::array<double, 3> g;
    std::array<double, 9> h;
    double x[3];
    solve(x, 3, p.data(), 3, &coupling);
    const double d[3] = {1 / (3 * x[0] * x[0] + 1), 1 / (3 * x[1] * x[1] + 1),
                         1 / (3 * x[2] * x[2] + 1)};
    CHECK(enzcc::gradient(f, p, g), x[2]);
    CHECK_ARRAY(g.data(), ORACLE_LIST(d[2] * d[1] * d[0] / 4, d[2] * d[1] / 2, d[2]), 3);
    enzcc::hessian(f, p, g, h);
    CHECK(h[8], -6 * x[2] * d[2] * d[2] * d[2]);
    CHECK(h[7], h[5]);
    CHECK(h[7], -6 * x[2] * d[2] * d[2] * d[2] * d[1] / 2);
    std::array<double, 9> other;
    enzcc::hessian(large, p, g, other);
    CHECK_ARRAY(other.data(), h.data(), 9);
    return oracle_result();
}
