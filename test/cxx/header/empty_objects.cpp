// Arguments of empty classes, which take no place in calls.
#include "oracle.h"
#include <enzyme/enzyme>

namespace
{
struct Twice {
    template <typename T> T operator()(T x) const
    {
        return 2 * x;
    }
};
struct Tag {
};

double apply(Tag, double x, Twice f, double y, Tag)
{
    return f(x) * y;
}
double last(double x, Tag)
{
    return x * x;
}
} // namespace

int main()
{
    using namespace enzyme;
    auto [g] = autodiff<Reverse>(apply, Const<Tag>{{}}, Active{3.0}, Const{Twice{}}, Active{5.0},
                                 Const{Tag{}});
    CHECK(get<1>(g), 10.0);
    CHECK(get<3>(g), 6.0);
    CHECK(get<0>(autodiff<Forward>(apply, Const<Tag>{{}}, Const{3.0}, Const{Twice{}},
                                   Duplicated{5.0, 1.0}, Const{Tag{}})),
          6.0);
    CHECK(get<0>(get<0>(autodiff<Reverse>(last, Active{3.0}, Const{Tag{}}))), 6.0);
    auto lambda = [](Tag, double x) { return x * x; };
    CHECK(get<0>(autodiff<Forward>(lambda, Duplicated{Tag{}, Tag{}}, Duplicated{3.0, 1.0})), 6.0);
    return oracle_result();
}
