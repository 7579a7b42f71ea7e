// Duplicated<T &>: gradients are added to shadows of vectors and structs, outputs are consumed.
#include "oracle.h"
#include <cmath>
#include <enzyme/enzyme>
#include <vector>

namespace
{
struct State {
    double mass;
    std::vector<double> position;
};

double energy(const State &s, const std::vector<double> &weights)
{
    double sum = 0;
    for (std::size_t i = 0; i < s.position.size(); i++)
        sum += s.mass * weights[i] * s.position[i] * s.position[i];
    return sum;
}

void scaled(const State &s, double by, std::vector<double> &out)
{
    for (std::size_t i = 0; i < out.size(); i++)
        out[i] = by * s.position[i] * s.mass;
}
} // namespace

int main()
{
    using namespace enzyme;
    const State s{2, {1, 2, 3}};
    State ds{0, {0, 0, 0}};
    std::vector<double> w{1, 10, 100}, dw(3);
    auto [gradient, value] = autodiff<ReverseWithPrimal>(
        energy, Duplicated<const State &>{s, ds}, Duplicated<const std::vector<double> &>{w, dw});
    static_assert(std::is_same_v<decltype(gradient), tuple<nodiff, nodiff>>);
    CHECK(value, 2 * (1 + 40 + 900.0));
    CHECK(ds.mass, 941.0);
    CHECK_ARRAY(ds.position.data(), ORACLE_LIST(4, 80, 1200), 3);
    CHECK_ARRAY(dw.data(), ORACLE_LIST(2, 8, 18), 3);

    std::vector<double> out(3), dout{1, 10, 100};
    State adjoint{0, {0, 0, 0}};
    auto [by] = autodiff<Reverse>(scaled, Duplicated<const State &>{s, adjoint}, Active{5.0},
                                  Duplicated<std::vector<double> &>{out, dout});
    CHECK(get<1>(by), 2 * (1 + 20 + 300.0));
    CHECK(out[2], 30.0);
    CHECK(dout[0] + dout[1] + dout[2], 0.0);
    CHECK(adjoint.mass, 5 * (1 + 20 + 300.0));
    CHECK_ARRAY(adjoint.position.data(), ORACLE_LIST(10, 100, 1000), 3);

    std::vector<double> tangent(3);
    autodiff<Forward>(scaled, Duplicated<const State &>{s, ds}, Duplicated{5.0, 0.0},
                      Duplicated<std::vector<double> &>{out, tangent});
    CHECK(tangent[0], 5 * (1 * 941.0 + 4 * 2));
    autodiff<Forward>(scaled, Const<const State &>{s}, Duplicated{5.0, 1.0},
                      DuplicatedNoNeed<std::vector<double> &>{out, tangent});
    CHECK(tangent[2], 6.0);
    return oracle_result();
}
