/* <enzyme/enzyme>: several directions at once, and tapes in memory of the program's own. */
#include "oracle.h"
#include <cmath>
#include <cstddef>
#include <enzyme/enzyme>

namespace entries = enzyme::entries;
using enzyme::Active;
using enzyme::Const;
using enzyme::Duplicated;
using enzyme::get;

static double power(double x, double y)
{
    return x * x * std::sin(y);
}
static float single(float x)
{
    return x * x * x;
}
static double weighted(double x, const double *w, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum = sum * x + w[i];
    return sum;
}
static void squares(const double *x, double *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[(i + 1) % n];
}
static int counted(double *x, double factor)
{
    x[0] *= x[0] * factor;
    return 7;
}
struct pair {
    double a, b;
};
static pair turned(pair p, double s)
{
    return {p.a * p.b, s * p.a};
}
struct scaled {
    double factor;
    double operator()(double x) const
    {
        return factor * std::exp(x);
    }
};

enum { N = 3 };

static void forward()
{
    const double x = 1.5, y = 0.5;
    auto [value, t] = entries::forward_wide<3>(power, entries::Directions{x, {1.0, 0.0, 2.0}},
                                               entries::Directions{y, {0.0, 1.0, 3.0}});
    CHECK(value, power(x, y));
    CHECK(t[0], 2 * x * std::sin(y));
    CHECK(t[1], x * x * std::cos(y));
    CHECK(t[2], 2 * t[0] + 3 * t[1]);
    auto [cube, ft] = entries::forward_wide<2>(single, entries::Directions{2.F, {1.F, 0.5F}});
    CHECK_FLOAT(cube, 8);
    CHECK_FLOAT(ft[1], 6);

    const double w[N] = {1, 2, 3};
    double dw[2][4] = {{0, 1, 0}, {1, 0, 1}};
    auto [sum, dsum] =
        entries::forward_wide<2>(weighted, entries::Directions{2.0, {1.0, 0.0}},
                                 entries::Strided{w, dw[0], sizeof dw[0]}, Const<int>{N});
    CHECK(sum, 11);
    CHECK_ARRAY(dsum.lane, ORACLE_LIST(8, 5), 2);

    double in[N] = {2, 3, 5}, unit[N][N] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, out[N], d[N][N];
    entries::forward_wide<N>(squares, entries::Strided<const double>{in, unit[0], sizeof unit[0]},
                             entries::StridedNoNeed{out, d[0], sizeof d[0]}, Const<int>{N});
    for (int v = 0; v < N; v++)
        for (int i = 0; i < N; i++)
            CHECK(d[v][i], (i == v) * in[(i + 1) % N] + ((i + 1) % N == v) * in[i]);

    double at = 3, one[2] = {1, 0};
    auto [seven] = entries::forward_wide<2>(counted, entries::Strided{&at, one, sizeof *one},
                                            entries::Directions{5.0, {0.0, 1.0}});
    CHECK_THAT(seven == 7);
    CHECK_ARRAY(one, ORACLE_LIST(30, 9), 2);

    auto [r, dr] = entries::forward_wide<2>(
        turned, entries::Directions<pair, 2>{{2, 3}, {{1, 0}, {0, 1}}}, Const{7.0});
    CHECK(r.b, 14);
    CHECK(dr[0].a, 3);
    CHECK(dr[0].b, 7);
    CHECK(dr[1].a, 2);

    double k = 3;
    auto [e, de] = entries::forward_wide<2>([k](double z) { return k * std::exp(z); },
                                            entries::Directions{0.25, {1.0, 2.0}});
    CHECK(de[1], 2 * e);
}

static void reverse()
{
    const double x = 1.5, y = 0.5;
    const entries::Lanes<double, 4> seeds = {{1, 2, 0, -3}};
    auto [g, value] = entries::reverse_wide(power, seeds, Active{x}, Active{y});
    CHECK(value, power(x, y));
    for (int v = 0; v < 4; v++) {
        CHECK(get<0>(g)[v], seeds[v] * 2 * x * std::sin(y));
        CHECK(get<1>(g)[v], seeds[v] * x * x * std::cos(y));
    }

    const double w[N] = {1, 2, 3};
    double dw[2][4] = {{0, 100, 0}};
    auto [h, sum] = entries::reverse_wide(weighted, entries::Lanes<double, 2>{{1, 10}}, Active{2.0},
                                          entries::Strided{w, dw[0], sizeof dw[0]}, Const<int>{N});
    static_assert(
        std::is_same_v<decltype(h),
                       enzyme::tuple<entries::Lanes<double, 2>, enzyme::nodiff, enzyme::nodiff>>);
    CHECK(sum, 11);
    CHECK_ARRAY(get<0>(h).lane, ORACLE_LIST(6, 60), 2);
    CHECK_ARRAY(dw[0], ORACLE_LIST(4, 102, 1), N);
    CHECK_ARRAY(dw[1], ORACLE_LIST(40, 20, 10), N);

    double in[N] = {2, 3, 5}, seed[N][N] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, out[N],
           d[N][N] = {{0}};
    entries::reverse_wide<N>(squares, entries::Strided<const double>{in, d[0], sizeof d[0]},
                             entries::Strided{out, seed[0], sizeof seed[0]}, Const<int>{N});
    for (int v = 0; v < N; v++)
        for (int i = 0; i < N; i++)
            CHECK(d[v][i], (i == v) * in[(v + 1) % N] + (i == (v + 1) % N) * in[v]);

    double at = 3, one[2] = {1, 10};
    auto [c, seven] =
        entries::reverse_wide<2>(counted, entries::Strided{&at, one, sizeof *one}, Active{5.0});
    CHECK_THAT(seven == 7);
    CHECK_ARRAY(get<1>(c).lane, ORACLE_LIST(9, 90), 2);

    auto [p, r] = entries::reverse_wide(turned, entries::Lanes<pair, 2>{{{1, 0}, {10, 1}}},
                                        Active<pair>{{2, 3}}, Active{7.0});
    CHECK(r.b, 14);
    CHECK(get<0>(p)[1].a, 37);
    CHECK(get<0>(p)[1].b, 20);
    CHECK(get<1>(p)[1], 2);

    const scaled f{3};
    auto [s, e] = entries::reverse_wide(f, entries::Lanes<double, 2>{{1, 2}}, Active{0.25});
    CHECK(get<0>(s)[1], 2 * e);
}

static void tapes()
{
    alignas(16) char tape[256], other[256];
    CHECK_THAT(entries::tape_size(power, Active{1.0}, Active{1.0}) <= sizeof tape);
    auto first = entries::augmented_in(tape, power, Active{1.5}, Active{0.5});
    auto second = entries::augmented_in(other, power, Active{0.5}, Active{1.5});
    CHECK(first.result, power(1.5, 0.5));
    CHECK_THAT(first.tape == tape);
    first.adjoint = 2;
    auto [dx, dy] = entries::reverse(power, first, Active{1.5}, Active{0.5});
    CHECK(dx, 2 * 2 * 1.5 * std::sin(0.5));
    CHECK(dy, 2 * 1.5 * 1.5 * std::cos(0.5));
    CHECK(get<0>(entries::reverse(power, second, Active{0.5}, Active{1.5})), std::sin(1.5));

    double x = 3, d = 1;
    CHECK_THAT(entries::tape_size(counted, Duplicated{&x, &d}, Active{5.0}) >= sizeof(double));
    double in[N] = {2, 3, 5}, din[N] = {0}, out[N], dout[N] = {1, 0, 0};
    auto m = entries::augmented_in(tape, squares, Duplicated<const double *>{in, din},
                                   Duplicated{&out[0], &dout[0]}, Const<int>{N});
    in[0] = in[1] = 100; /* what the second half needs is on the tape */
    entries::reverse(squares, m, Duplicated<const double *>{in, din}, Duplicated{&out[0], &dout[0]},
                     Const<int>{N});
    CHECK_ARRAY(din, ORACLE_LIST(3, 2, 0), N);

    auto w = entries::augmented_in(tape, power, Active{1.5}, Active{0.5});
    auto [t] = entries::forward_sweep_first(power, w, Duplicated{1.5, 1.0}, Duplicated{0.5, 0.0});
    CHECK(t, 2 * 1.5 * std::sin(0.5));
    auto [u] = entries::forward_sweep(power, w, Duplicated{1.5, 0.0}, Duplicated{0.5, 10.0});
    CHECK(u, 10 * 1.5 * 1.5 * std::cos(0.5));

    const scaled f{3};
    auto o = entries::augmented_in(tape, f, Active{0.25});
    CHECK(get<0>(entries::reverse(f, o, Active{0.25})), 3 * std::exp(0.25));
}

int main()
{
    forward();
    reverse();
    tapes();
    return oracle_result();
}
