// <enzcc/derivatives.hpp>: lambdas with captures, functors and functions; arrays as containers and
// as pointers; against closed forms.
#include "oracle.h"
#include <array>
#include <cmath>
#include <enzcc/derivatives.hpp>
#include <vector>

namespace
{

// sum_i w_i x_i^2 x_{i+1}, cyclic
struct energy {
    std::vector<double> weights;

    template <typename T> T operator()(const T *x) const
    {
        T sum = 0;
        for (std::size_t i = 0, n = weights.size(); i < n; i++)
            sum += weights[i] * x[i] * x[i] * x[(i + 1) % n];
        return sum;
    }
};

template <typename T> void numbers(std::size_t n, double tolerance)
{
    std::vector<double> random(3 * n);
    oracle_random(random.data(), static_cast<int>(3 * n), static_cast<unsigned>(n));
    std::vector<double> w(random.begin(), random.begin() + n);
    std::vector<T> x(random.begin() + n, random.begin() + 2 * n),
        v(random.begin() + 2 * n, random.end());
    const energy f{w};
    std::vector<T> g(n), g2(n), hv(n), h(n * n), hp(n * n), work(enzcc::hessian_work(n, 3)), c(4);

    CHECK_TOL(enzcc::gradient(f, x, g), f(x.data()), tolerance);
    for (std::size_t i = 0; i < n; i++) {
        const std::size_t before = (i + n - 1) % n, next = (i + 1) % n;
        CHECK_TOL(g[i], 2 * w[i] * x[i] * x[next] + w[before] * x[before] * x[before], tolerance);
    }

    enzcc::hessian(f, x, g2, h);
    enzcc::hessian<3>(f, x.data(), n, g2.data(), hp.data(), work.data());
    CHECK_TOL(enzcc::hvp(f, x, v, g2, hv), f(x.data()), tolerance);
    T second = 0, slope = 0, value;
    for (std::size_t i = 0; i < n; i++) {
        T sum = 0;
        for (std::size_t k = 0; k < n; k++) {
            T wanted = 0;
            for (std::size_t l = 0; l < n; l++) {
                const std::size_t next = (l + 1) % n;
                if (i == l && k == l)
                    wanted += 2 * w[l] * x[next];
                if (i != k && ((i == l && k == next) || (k == l && i == next)))
                    wanted += 2 * w[l] * x[l];
            }
            CHECK_TOL(h[i * n + k], wanted, tolerance);
            CHECK_TOL(hp[i * n + k], wanted, tolerance);
            sum += wanted * v[k];
        }
        CHECK_TOL(g2[i], g[i], tolerance);
        CHECK_TOL(hv[i], sum, tolerance);
        second += v[i] * sum;
        slope += v[i] * g[i];
    }

    CHECK_TOL(enzcc::directional(f, x, v, value), slope, tolerance);
    CHECK_TOL(value, f(x.data()), tolerance);
    enzcc::taylor<3>(f, x, v, c);
    CHECK_TOL(c[0], value, tolerance);
    CHECK_TOL(c[1], slope, tolerance);
    CHECK_TOL(c[2], second / 2, tolerance);
    CHECK_TOL(c[3], f(v.data()), tolerance); // f is a form of degree 3
}

// y_i = a_i exp(x_0) + x_{i mod n}^2
template <std::size_t n, std::size_t m> void vectors()
{
    std::array<double, m> a, y, jv, w, wanted_y;
    std::array<double, n> x, v, jtw;
    std::array<double, n * m> j, rows, columns, wanted{};
    oracle_random(a.data(), m, 1);
    oracle_random(x.data(), n, 2);
    oracle_random(v.data(), n, 3);
    const auto f = [&a](const double *at, double *out) {
        for (std::size_t i = 0; i < m; i++)
            out[i] = a[i] * std::exp(at[0]) + at[i % n] * at[i % n];
    };
    for (std::size_t i = 0; i < m; i++) {
        wanted[i * n] += a[i] * std::exp(x[0]);
        wanted[i * n + i % n] += 2 * x[i % n];
    }
    f(x.data(), wanted_y.data());

    enzcc::jvp(f, x, v, y, jv);
    CHECK_ARRAY(y.data(), wanted_y.data(), m);
    for (std::size_t i = 0; i < m; i++)
        CHECK(jv[i], oracle_dot(&wanted[i * n], v.data(), n));
    w = jv;
    enzcc::vjp(f, x, y, w, jtw);
    CHECK(oracle_dot(jtw.data(), v.data(), n), oracle_dot(jv.data(), jv.data(), m));

    enzcc::jacobian(f, x, y, j);
    CHECK_ARRAY(j.data(), wanted.data(), n * m);
    enzcc::jacobian<enzcc::by::columns, 2>(f, x, y, columns);
    CHECK_ARRAY(columns.data(), wanted.data(), n * m);
    double work[enzcc::jacobian_work(m, n)];
    y = {};
    enzcc::jacobian<enzcc::by::rows>(f, x, y, rows, work);
    CHECK_ARRAY(rows.data(), wanted.data(), n * m);
    CHECK_ARRAY(y.data(), wanted_y.data(), m);
    enzcc::jacobian(f, x.data(), n, m, y.data(), j.data(), work);
    CHECK_ARRAY(j.data(), wanted.data(), n * m);
}

double product(const double *x)
{
    return x[0] * std::sin(x[1]);
}

void functions()
{
    const double x[2] = {2, 0.5}, s = std::sin(0.5), c = std::cos(0.5);
    double g[2], h[4], taylor[5];
    CHECK(enzcc::gradient(enzcc::fn<product>, x, g), 2 * s);
    CHECK_ARRAY(g, ORACLE_LIST(s, 2 * c), 2);
    CHECK(enzcc::gradient(product, x, g), 2 * s);
    CHECK_ARRAY(g, ORACLE_LIST(s, 2 * c), 2);
    enzcc::hessian(enzcc::fn<product>, x, g, h);
    CHECK_ARRAY(h, ORACLE_LIST(0, c, c, -2 * s), 4);
    const double v[2] = {0, 1};
    enzcc::taylor<4>(enzcc::fn<product>, x, v, taylor);
    CHECK(taylor[3], -2 * c / 6);
    CHECK(taylor[4], 2 * s / 24);
}

} // namespace

int main()
{
    numbers<double>(2, 1e-12);
    numbers<double>(5, 1e-12);
    numbers<float>(4, 1e-4);
    numbers<long double>(3, 1e-15);
    vectors<1, 5>();
    vectors<6, 3>();
    vectors<4, 4>();
    functions();
    return oracle_result();
}
