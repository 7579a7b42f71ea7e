// <enzcc/sparse.hpp>: Hessians and Jacobians of lambdas, functors and functions, with both
// colourings and several widths, against dense ones; patterns that move; what is thrown.
#include "oracle.h"
#include <cmath>
#include <enzcc/sparse.hpp>
#include <vector>

namespace
{
using Numbers = std::vector<double>;

// Springs between neighbours of a mesh, with what its border does to both numbers of a node.
struct Mesh {
    int width, height;
    double operator()(const double *x) const
    {
        double sum = 0;
        for (int i = 0; i < height; i++)
            for (int k = 0; k < width; k++) {
                const double *at = x + i * width + k;
                sum += std::sin(at[0]) * at[0];
                if (k + 1 < width)
                    sum += std::exp(at[0] * at[1]);
                if (i + 1 < height)
                    sum += at[0] * at[0] * at[width];
            }
        return sum;
    }
};

template <typename T> void band(const T *x, T *y)
{
    for (int i = 0; i < 8; i++)
        y[i] = x[i] * x[i + 1] + (i ? x[i - 1] : T(1)) / (2 + x[i] * x[i]);
}

Numbers dense_of(const enzcc::pattern &p, const Numbers &values)
{
    Numbers all(p.rows() * p.columns());
    const std::vector<std::size_t> row = p.row_of_entries();
    for (std::size_t e = 0; e < p.count(); e++)
        all[row[e] * p.columns() + p.column(e)] = values[e];
    return all;
}

template <int directions> std::size_t check_mesh(enzcc::colouring how)
{
    const Mesh mesh{5, 4};
    const std::size_t n = 20;
    Numbers x(n), g(n), want_g(n), want(n * n);
    oracle_random(x.data(), 20, 5);
    enzcc::pattern p(how);
    enzcc::hessian_pattern<directions>(mesh, x, p);
    Numbers values(p.count());
    enzcc::hessian_values<directions>(mesh, x, p, g, values);
    enzcc::hessian(mesh, x, want_g, want);
    CHECK_THAT(p.rows() == n && p.columns() == n && p.count() == n + 2 * (4 * 4 + 5 * 3));
    CHECK_ARRAY(g.data(), want_g.data(), 20);
    const Numbers have = dense_of(p, values);
    for (std::size_t i = 0; i < n * n; i++)
        CHECK_TOL(have[i] + 1, want[i] + 1, 1e-12);
    return p.colours();
}

template <typename F, typename T> void check_jacobian(const F &f, T tolerance)
{
    std::vector<T> x(9), y(8), want_y(8), want(72);
    for (std::size_t i = 0; i < x.size(); i++)
        x[i] = T(0.3) * T(i) - 1;
    enzcc::pattern p;
    enzcc::jacobian_pattern(f, x, 8, p);
    std::vector<T> values(p.count());
    enzcc::jacobian_values(f, x, p, y, values);
    enzcc::jacobian(f, x, want_y, want);
    CHECK_THAT(p.count() == 23 && p.colours() == 3 && !p.by_rows());
    for (std::size_t i = 0; i < 8; i++) {
        CHECK_TOL(y[i], want_y[i], tolerance);
        for (std::size_t e = p.start(i); e < p.start(i + 1); e++)
            CHECK_TOL(values[e] + 1, want[i * 9 + p.column(e)] + 1, tolerance);
    }
}

// All numbers in one row: by rows.
void check_rows()
{
    const double scale = 3;
    const auto f = [&](const double *x, double *y) {
        y[0] = 0;
        for (int i = 0; i < 12; i++)
            y[0] += scale * x[i] * x[i];
    };
    Numbers x(12), y(1), values(12);
    oracle_random(x.data(), 12, 9);
    enzcc::pattern found, p;
    enzcc::jacobian_pattern(f, x, 1, found);
    p = std::move(found);
    CHECK_THAT(found.count() == 0 && p.count() == 12 && p.by_rows() && p.colours() == 1);
    enzcc::jacobian_values(f, x, p, y, values);
    for (std::size_t i = 0; i < 12; i++)
        CHECK(values[i], 6 * x[i]);
}

double bent(const double *x)
{
    return x[0] > 1 ? x[0] * x[1] : std::log(x[0]) + x[1] * x[2];
}

void check_errors()
{
    Numbers x{0.5, 2, 3}, g(3), values(7);
    enzcc::pattern p;
    int thrown = 0;
    enzcc::hessian_pattern(enzcc::fn<bent>, x, p);
    CHECK_THAT(p.count() == 5);
    x[0] = 2;
    try {
        enzcc::hessian_values(enzcc::fn<bent>, x.data(), p, g.data(), values.data());
    } catch (const enzcc::entries_missing &) {
        thrown++;
    }
    enzcc::hessian_pattern(enzcc::fn<bent>, x, p);
    CHECK_THAT(p.count() == 7);
    enzcc::hessian_values(enzcc::fn<bent>, x, p, g, values);
    CHECK(values[1], 1);
    x[0] = 0;
    try {
        enzcc::hessian_pattern(enzcc::fn<bent>, x, p);
    } catch (const enzcc::not_a_number &) {
        thrown += 2;
    }
    CHECK_THAT(thrown == 3);
    CHECK_THAT(p.count() == 7);
}
} // namespace

int main()
{
    const std::size_t star = check_mesh<4>(enzcc::colouring::star);
    CHECK_THAT(check_mesh<4>(enzcc::colouring::acyclic) <= star);
    CHECK_THAT(check_mesh<1>(enzcc::colouring::star) == star);
    check_mesh<3>(enzcc::colouring::acyclic);
    check_jacobian<decltype(enzcc::fn<band<double>>), double>(enzcc::fn<band<double>>, 1e-12);
    check_jacobian<decltype(enzcc::fn<band<float>>), float>(enzcc::fn<band<float>>, 1e-5F);
    check_rows();
    check_errors();
    return oracle_result();
}
