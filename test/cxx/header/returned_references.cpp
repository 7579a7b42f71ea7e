// Functions that return pointers and references: the shadow comes back in forward mode.
#include "oracle.h"
#include <enzyme/enzyme>

namespace
{
struct Node {
    double value;
};

double &grown(Node &n, double by)
{
    n.value *= by;
    return n.value;
}
Node *first(Node *n)
{
    return n->value > 0 ? n : n + 1;
}
const double &larger(const double &a, const double &b)
{
    return a < b ? b : a;
}
} // namespace

int main()
{
    using namespace enzyme;
    Node n{3}, dn{1};
    auto [value, tangent] = autodiff<Forward, Duplicated<double &>>(
        grown, Duplicated<Node &>{n, dn}, Duplicated{5.0, 0.0});
    static_assert(std::is_same_v<decltype(tangent), double &>);
    CHECK_THAT(&value == &n.value && &tangent == &dn.value);
    CHECK(tangent, 5.0);

    Node two[2] = {{-1}, {2}}, shadow[2] = {{0}, {7}};
    auto [p] = autodiff<Forward, DuplicatedNoNeed<Node *>>(first, Duplicated<Node *>{two, shadow});
    CHECK_THAT(p == shadow + 1);
    const double a = 1, b = 2;
    double da = 0, db = 0;
    auto [g, result] = autodiff<ReverseWithPrimal>(larger, Duplicated<const double &>{a, da},
                                                   Duplicated<const double &>{b, db});
    CHECK_THAT(&result == &b);
    CHECK(get<0>(autodiff<Forward, DuplicatedNoNeed<const double &>>(
              larger, Duplicated<const double &>{a, da}, Duplicated<const double &>{b, db})),
          0.0);

    Node adjoint{1};
    n.value = 3;
    auto [by, reference] = autodiff<ReverseWithPrimal, Duplicated<double &>>(
        grown, Duplicated<Node &>{n, adjoint}, Active{5.0});
    CHECK_THAT(&reference == &n.value);
    CHECK(n.value, 15.0);
    CHECK(get<1>(by), 3.0);
    CHECK(adjoint.value, 5.0);
    return oracle_result();
}
