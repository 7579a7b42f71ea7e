/* The entry points of <enzyme/enzyme> besides reverse and forward mode. */
#include "oracle.h"
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <enzcc/trace.h>
#include <enzyme/enzyme>

namespace entries = enzyme::entries;

/* ---- split mode ---- */

static double power(double x, double y)
{
    return x * x * std::sin(y);
}
static float single(float x)
{
    return x * x * x;
}
static void in_memory(double *x, const double *w, int n)
{
    for (int i = 0; i < n; i++)
        x[i] *= x[i] * w[i];
}
struct scaled {
    double factor;
    double operator()(double x) const
    {
        return factor * std::exp(x);
    }
};

static void halves()
{
    auto first = entries::augmented(power, enzyme::Active{1.5}, enzyme::Active{0.5});
    CHECK(first.result, power(1.5, 0.5));
    CHECK(first.adjoint, 1);
    first.adjoint = 2;
    auto [dx, dy] = entries::reverse(power, first, enzyme::Active{1.5}, enzyme::Active{0.5});
    CHECK(dx, 2 * 2 * 1.5 * std::sin(0.5));
    CHECK(dy, 2 * 1.5 * 1.5 * std::cos(0.5));

    auto s = entries::augmented(single, enzyme::Active{2.0F});
    CHECK_FLOAT(s.result, 8);
    CHECK_FLOAT(enzyme::get<0>(entries::reverse(single, s, enzyme::Active{2.0F})), 12);

    double x[2] = {2, 3}, d[2] = {1, 10}, w[2] = {0.5, 4}, dw[2] = {0, 0};
    auto m = entries::augmented(in_memory, enzyme::Duplicated{x, d},
                                enzyme::Duplicated<const double *>{w, dw}, enzyme::Const{2});
    CHECK_ARRAY(x, ORACLE_LIST(2, 36), 2);
    auto none = entries::reverse(in_memory, m, enzyme::Duplicated{x, d},
                                 enzyme::Duplicated<const double *>{w, dw}, enzyme::Const{2});
    static_assert(std::is_same_v<decltype(none),
                                 enzyme::tuple<enzyme::nodiff, enzyme::nodiff, enzyme::nodiff>>);
    CHECK_ARRAY(d, ORACLE_LIST(2, 10 * 24), 2);
    CHECK_ARRAY(dw, ORACLE_LIST(4, 90), 2);

    const scaled f{3};
    auto o = entries::augmented(f, enzyme::Active{0.25});
    CHECK(enzyme::get<0>(entries::reverse(f, o, enzyme::Active{0.25})), 3 * std::exp(0.25));
}

static void sweeps()
{
    auto first = entries::augmented(power, enzyme::Active{1.5}, enzyme::Active{0.5});
    auto [t] = entries::forward_sweep_first(power, first, enzyme::Duplicated{1.5, 1.0},
                                            enzyme::Duplicated{0.5, 10.0});
    CHECK(t, 2 * 1.5 * std::sin(0.5) + 10 * 1.5 * 1.5 * std::cos(0.5));
    auto [u] = entries::forward_sweep(power, first, enzyme::Duplicated{1.5, 1.0},
                                      enzyme::Duplicated{0.5, 0.0});
    CHECK(u, 2 * 1.5 * std::sin(0.5));
}

/* ---- batches ---- */

static double weighted(double x, const double *w, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum = sum * x + w[i];
    return sum;
}
static void batches()
{
    double w[3][2] = {{1, 2}, {3, 4}, {5, 6}}, x[3] = {7, 8, 9};
    auto r = entries::batch<3>(weighted, entries::Vector{0.5, 1.5, 2.5},
                               entries::Buffer{&w[0][0], sizeof w[0]}, entries::Scalar{2});
    CHECK_ARRAY(r.lane, ORACLE_LIST(2.5, 8.5, 18.5), 3);
    auto s = entries::batch<3>(power, entries::Buffer{x, sizeof *x}, entries::Scalar{0.5});
    for (int i = 0; i < 3; i++)
        CHECK(s[i], power(x[i], 0.5));
    auto one = entries::batch<2>(single, entries::Vector{1.5F, 2.5F});
    CHECK_FLOAT(one[1], single(2.5F));
}

/* ---- precision and errors ---- */

static double third(double x)
{
    return x / 3;
}
static void precision()
{
    CHECK((entries::truncate_op<64, 32>(third)(1)), static_cast<double>(1 / 3.F));
    CHECK((entries::truncate_mem<64, 32>(third)(1)), static_cast<double>(1 / 3.F));
    CHECK((entries::truncate_value<64, 32>(0.1)), static_cast<double>(0.1F));
    CHECK((entries::expand_value<64, 32>(0.5)), 0.5);
    double error = entries::error_estimate(third, enzyme::Duplicated{1.0, 3e-4});
    CHECK_THAT(error >= 1e-4 && error < 1.001e-4);
    auto [value, bound] = enzyme::autodiff<enzyme::ErrorMode, enzyme::Duplicated<double>>(
        third, enzyme::Duplicated{1.0, 3e-4});
    CHECK(value, 1 / 3.);
    CHECK(bound, error);
}

/* ---- virtual arrays ---- */

static double load(std::size_t offset, std::size_t k)
{
    return offset == k * sizeof(double);
}
static void store(double, std::size_t, std::size_t)
{
}
static double sums(double *x, std::size_t n)
{
    double sum = 0;
    for (std::size_t i = 0; i + 1 < n; i++)
        sum += x[i] * x[i + 1];
    return sum;
}
static void arrays()
{
    double x[3] = {2, 3, 5};
    for (std::size_t k = 0; k < 3; k++) {
        auto [t] = enzyme::autodiff<enzyme::Forward>(
            sums, enzyme::Duplicated{&x[0], entries::todense(load, store, k)},
            enzyme::Const{std::size_t{3}});
        CHECK(t, (k > 0 ? x[k - 1] : 0) + (k < 2 ? x[k + 1] : 0));
    }
}

/* ---- probabilistic programs ---- */

static double drawn(double mean, double width)
{
    return mean + width / 4;
}
static double density(double mean, double width, double x)
{
    double z = (x - mean) / width;
    return -z * z / 2 - std::log(width);
}
static double model(double width, int n)
{
    double mean = entries::sample(drawn, density, "mean", 0.5, width);
    for (int i = 0; i < n; i++)
        entries::observe(1.0 + i, density, "y", mean, 2.0);
    return mean;
}
static double expected(double width, double mean)
{
    return density(0.5, width, mean) + density(mean, 2, 1) + density(mean, 2, 2);
}
static void programs()
{
    enz_trace *t = enz_trace_new(), *other = enz_trace_new();
    CHECK(model(2, 2), 1);
    CHECK(entries::trace(t, model, 2.0, 2), expected(2, 1));
    CHECK(enz_trace_value(t, "mean", 0), 1);
    enz_trace_set(t, "mean", 0, 1.25);
    CHECK(entries::condition(t, other, model, 2.0, 2), expected(2, 1.25));
    CHECK(enz_trace_value(other, "mean", 0), 1.25);
    CHECK(entries::likelihood(t, model, 2.0, 2), expected(2, 1.25));
    auto [gradients, value] =
        entries::likelihood_gradient(t, model, enzyme::Active{2.0}, enzyme::Const{2});
    CHECK(value, expected(2, 1.25));
    CHECK(enzyme::get<0>(gradients), 0.75 * 0.75 / 8 - 0.5);
    CHECK(enz_trace_gradient(t, "mean", 0), -0.75 / 4 + (1 - 1.25) / 4 + (2 - 1.25) / 4);
    enz_trace_free(t);
    enz_trace_free(other);
}

/* ---- hints and helpers ---- */

static int calls;
static double counted(double x)
{
    calls++;
    return x;
}
static double terms(double x)
{
    double sum = 0, power = 1;
    for (int i = 0; i < entries::iter(3, 1); i++) {
        sum += power;
        power *= x;
    }
    return sum;
}
static double helpers(const double *x)
{
    entries::holds<double>(x, 2 * sizeof *x);
    return entries::product(x[0], x[1], 2.0) + entries::sum(x[0], x[1]) +
           entries::call_inactive(counted, x[0]);
}
struct functions {
    double (*f)(double);
};
__attribute__((noinline)) static double through(const functions *table, double x)
{
    return table->f(x) * x;
}
static void hints()
{
    double x[2] = {3, 5}, dx[2] = {0, 0};
    enzyme::autodiff<enzyme::Reverse>(helpers, enzyme::Duplicated<const double *>{x, dx});
    CHECK_ARRAY(dx, ORACLE_LIST(11, 7), 2);
    CHECK_THAT(calls == 1);
    CHECK(terms(2), 1 + 2 + 4);
    CHECK(enzyme::get<0>(
              enzyme::get<0>(enzyme::autodiff<enzyme::Reverse>(terms, enzyme::Active{2.0}))),
          1 + 2 * 2 + 3 * 4);
    functions table = {third}, shadow = {entries::virtual_reverse(third)};
    auto g = enzyme::autodiff<enzyme::Reverse>(
        through, enzyme::Duplicated<const functions *>{&table, &shadow}, enzyme::Active{2.0});
    CHECK(enzyme::get<1>(enzyme::get<0>(g)), 4 / 3.);
    shadow.f = entries::virtual_forward(third);
    auto [t] = enzyme::autodiff<enzyme::Forward>(
        through, enzyme::Duplicated<const functions *>{&table, &shadow},
        enzyme::Duplicated{2.0, 1.0});
    CHECK(t, 4 / 3.);
}

int main()
{
    halves();
    sweeps();
    batches();
    precision();
    arrays();
    programs();
    hints();
    return oracle_result();
}
