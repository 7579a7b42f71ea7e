// Objects with operator(): const and not, overloaded, a template, with state that nobody copies.
#include "oracle.h"
#include <enzyme/enzyme>
#include <vector>

namespace
{
struct Polynomial {
    std::vector<double> coefficients;
    explicit Polynomial(std::vector<double> c)
        : coefficients(static_cast<std::vector<double> &&>(c))
    {
    }
    Polynomial(const Polynomial &) = delete;
    double operator()(double x) const
    {
        double r = 0;
        for (std::size_t i = coefficients.size(); i-- > 0;)
            r = r * x + coefficients[i];
        return r;
    }
};

struct Scale {
    double by;
    template <typename T> T operator()(T x, T y) const
    {
        return static_cast<T>(by) * x * y;
    }
    double operator()(double x)
    {
        return by++ * x;
    }
};
} // namespace

int main()
{
    using namespace enzyme;
    const Polynomial p({1, 2, 3});
    CHECK(get<0>(get<0>(autodiff<Reverse>(p, Active{2.0}))), 14.0);
    CHECK(get<0>(autodiff<Forward>(p, Duplicated{2.0, 1.0})), 14.0);
    auto [result, tangent] =
        autodiff<Forward, Duplicated<double>>(Polynomial({0, 0, 0, 1}), Duplicated{2.0, 1.0});
    CHECK(result, 8.0);
    CHECK(tangent, 12.0);

    Scale scale{3};
    CHECK_FLOAT(get<1>(get<0>(autodiff<Reverse>(scale, Active{2.0f}, Active{5.0f}))), 6.0);
    CHECK(get<0>(get<0>(autodiff<Reverse>(scale, Active{2.0}))), 3.0);
    CHECK(scale.by, 4.0);
    return oracle_result();
}
