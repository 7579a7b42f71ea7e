// More arguments than registers, wrappers of all kinds mixed: gradients stay at their index.
#include "oracle.h"
#include <enzyme/enzyme>

namespace
{
struct Weights {
    double a, b;
};

double f(double a, int n, double b, const double *p, double c, Weights w, double d, float e, long k,
         double g, double h, double i, double &out, double j, double l, double m, Weights v,
         double o)
{
    out = a * b * *p;
    return a * n + b * 2 + c * *p + w.a * d + w.b * static_cast<double>(e) +
           static_cast<double>(k) * g * h + i * j + l * m + v.a * o + v.b;
}
} // namespace

int main()
{
    using namespace enzyme;
    const double p = 3;
    double dp = 0, out = 0, dout = 1;
    auto [g, value] = autodiff<ReverseWithPrimal>(
        f, Active{1.0}, Const{2}, Active{3.0}, Duplicated<const double *>{&p, &dp}, Const{4.0},
        Active<Weights>{{5, 6}}, Active{7.0}, Active{8.0f}, Const{9l}, Active{10.0}, Const{11.0},
        Active{12.0}, Duplicated<double &>{out, dout}, Active{13.0}, Active{14.0}, Const{15.0},
        Active<Weights>{{16, 17}}, Active{18.0});
    CHECK(value, 2 + 6 + 12 + 35 + 48 + 990 + 156 + 210 + 288 + 17.0);
    CHECK(out, 9.0);
    CHECK(get<0>(g), 2 + 9.0);
    CHECK(get<2>(g), 2 + 3.0);
    CHECK(dp, 4 + 3.0);
    CHECK(get<5>(g).a, 7.0);
    CHECK(get<5>(g).b, 8.0);
    CHECK(get<6>(g), 5.0);
    CHECK_FLOAT(get<7>(g), 6.0);
    CHECK(get<9>(g), 99.0);
    CHECK(get<11>(g), 13.0);
    CHECK(get<13>(g), 12.0);
    CHECK(get<14>(g), 15.0);
    CHECK(get<16>(g).a, 18.0);
    CHECK(get<16>(g).b, 1.0);
    CHECK(get<17>(g), 16.0);
    static_assert(std::is_same_v<tuple_element_t<12, decltype(g)>, nodiff>);

    auto [t] = autodiff<Forward>(
        f, Const{1.0}, Const{2}, Duplicated{3.0, 1.0}, Const<const double *>{&p}, Const{4.0},
        Duplicated<Weights>{{5, 6}, {1, 10}}, Const{7.0}, Const{8.0f}, Const{9l}, Const{10.0},
        Const{11.0}, Const{12.0}, Duplicated<double &>{out, dout}, Const{13.0}, Const{14.0},
        Duplicated{15.0, 1.0}, Duplicated<Weights>{{16, 17}, {1, 100}}, Const{18.0});
    CHECK(t, 2 + 7 + 80 + 14 + 18 + 100.0);
    CHECK(dout, 3.0);
    return oracle_result();
}
