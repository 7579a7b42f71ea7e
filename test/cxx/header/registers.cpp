// Structs whose pieces travel differently in the function and in the derivative call, which has
// more arguments.
#include "oracle.h"
#include <enzyme/enzyme>

namespace
{
struct Doubles {
    double a, b;
};
struct Floats {
    float a, b;
};
struct Counted {
    double a;
    int n;
};
struct Single {
    double a;
};
struct Three {
    float a, b, c;
};

double same_names(Doubles p, Doubles q, Floats r, Floats s)
{
    return p.a + 2 * p.b + 3 * q.a + 4 * q.b +
           static_cast<double>(5 * r.a + 6 * r.b + 7 * s.a + 8 * s.b);
}
double integers(Single a, Counted b, int n, Counted c, float d)
{
    return a.a + 2 * b.a + n + 3 * c.a * c.n + static_cast<double>(4 * d);
}
/* All registers for numbers are taken before the last arguments. */
double many(double a, Doubles b, Doubles c, Three d, double e, Floats f, Single g, double h)
{
    return a + 2 * b.a + 3 * b.b + 4 * c.a + 5 * c.b +
           static_cast<double>(6 * d.a + 7 * d.b + 8 * d.c) + 9 * e +
           static_cast<double>(10 * f.a + 11 * f.b) + 12 * g.a + 13 * h;
}
/* In the call, b and c find no registers for their integers, and leave theirs for numbers to f. */
double shifted(Doubles a, Counted b, Counted c, Doubles d, Doubles e, Three f, float g)
{
    return a.a + b.a * b.n + c.a * c.n + d.a + e.b +
           static_cast<double>(2 * f.a + 3 * f.b + 4 * f.c + 5 * g);
}
} // namespace

int main()
{
    using namespace enzyme;
    auto lambda = [](auto... x) { return same_names(x...); };
    const Doubles p{1, 1}, dp{1, 0};
    const Floats r{1, 1}, dr{0, 1};
    auto [g] = autodiff<Reverse>(lambda, Active{p}, Active{p}, Active{r}, Active{r});
    CHECK(get<0>(g).a + 10 * get<0>(g).b + 100 * get<1>(g).a + 1000 * get<1>(g).b, 4321.0);
    CHECK_FLOAT(get<2>(g).a + 10 * get<2>(g).b + 100 * get<3>(g).a + 1000 * get<3>(g).b, 8765.0);
    CHECK(get<0>(autodiff<Forward>(lambda, Const{p}, Duplicated{p, dp}, Duplicated{r, dr},
                                   Duplicated{r, dr})),
          3 + 6 + 8.0);

    auto [i, v] =
        autodiff<ReverseWithPrimal>(integers, Active<Single>{{1}}, Active<Counted>{{1, 2}},
                                    Const{3}, Active<Counted>{{1, 5}}, Active{1.0f});
    CHECK(v, 1 + 2 + 3 + 15 + 4.0);
    CHECK(get<0>(i).a + 10 * get<1>(i).a + 100 * get<3>(i).a, 1521.0);
    CHECK_THAT(get<1>(i).n == 0);
    CHECK_FLOAT(get<4>(i), 4.0);

    const Three t{1, 1, 1}, dt{0, 0, 1};
    auto [m] = autodiff<Reverse>(many, Active{1.0}, Active{p}, Active{p}, Active{t}, Active{1.0},
                                 Active{r}, Active<Single>{{1}}, Active{1.0});
    CHECK(get<1>(m).b + get<2>(m).b, 8.0);
    CHECK_FLOAT(get<3>(m).c + 100 * get<5>(m).b, 1108.0);
    CHECK(get<6>(m).a + 100 * get<7>(m), 1312.0);
    CHECK(get<0>(autodiff<Forward>(many, Const{1.0}, Duplicated{p, dp}, Duplicated{p, dp},
                                   Duplicated{t, dt}, Const{1.0}, Duplicated{r, dr},
                                   Duplicated<Single>{{1}, {1}}, Duplicated{1.0, 1.0})),
          2 + 4 + 8 + 11 + 12 + 13.0);

    const Counted c{1, 2}, dc{1, 0};
    auto [s] = autodiff<Reverse>(shifted, Active{p}, Const{c}, Active{c}, Active{p}, Active{p},
                                 Active{t}, Active{1.0f});
    CHECK(get<2>(s).a + get<4>(s).b, 3.0);
    CHECK_FLOAT(get<5>(s).a + 10 * get<5>(s).b + 100 * get<5>(s).c + 1000 * get<6>(s), 5432.0);
    CHECK(get<0>(autodiff<Forward>(shifted, Const{p}, Duplicated{c, dc}, Const{c}, Const{p},
                                   Const{p}, Duplicated{t, dt}, Const{1.0f})),
          6.0);
    return oracle_result();
}
