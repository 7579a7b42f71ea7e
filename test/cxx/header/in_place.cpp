// Functions without a result: in-place updates through references and pointers, adjoints in and
// out.
#include "oracle.h"
#include <cmath>
#include <enzyme/enzyme>
#include <vector>

namespace
{
void step(std::vector<double> &state, double dt)
{
    double x = state[0], v = state[1];
    state[0] = x + dt * v;
    state[1] = v - dt * std::sin(x);
}
void steps(double *x, int n)
{
    std::vector<double> state(x, x + n);
    for (int i = 0; i < 5; i++)
        step(state, 0.1);
    std::copy(state.begin(), state.end(), x);
}
} // namespace

int main()
{
    using namespace enzyme;
    std::vector<double> s{0.5, 1}, ds{1, 0};
    auto r = autodiff<Reverse>(step, Duplicated<std::vector<double> &>{s, ds}, Active{0.1});
    static_assert(std::is_same_v<decltype(r), tuple<tuple<nodiff, double>>>);
    CHECK(s[0], 0.6);
    CHECK(ds[0], 1.0);
    CHECK(ds[1], 0.1);
    CHECK(get<1>(get<0>(r)), 1.0);
    auto with =
        autodiff<ReverseWithPrimal>(step, Duplicated<std::vector<double> &>{s, ds}, Const{0.1});
    static_assert(std::is_same_v<decltype(with), tuple<tuple<nodiff, nodiff>>>);
    auto f = autodiff<Forward>(step, DuplicatedNoNeed<std::vector<double> &>{s, ds},
                               Duplicated{0.1, 1.0});
    static_assert(tuple_size_v<decltype(f)> == 0);

    double x[2] = {0.5, 1}, a[2] = {1, 0}, y[2] = {0.5, 1}, t[2] = {1, 0};
    autodiff<Forward>(steps, Duplicated(y, t), Const{2});
    autodiff<Reverse>(steps, Duplicated(x, a), Const{2});
    CHECK(a[0], t[0]); /* both d x[0] / d x[0] */
    double b[2] = {0.5, 1}, u[2] = {0, 1};
    autodiff<Forward>(steps, Duplicated(b, u), Const{2});
    CHECK(a[1], u[0]);
    const double start[2] = {0.5, 1};
    ORACLE_INPLACE(steps, start, 2);
    return oracle_result();
}
