// __enzyme_sum and __enzyme_product as templates of any number of operands.
#include "oracle.h"
#include <cmath>

template <class... T> double __enzyme_sum(T...);
template <class... T> double __enzyme_product(T...);
template <class R, class... T> R __enzyme_autodiff(void *, T...);
template <class R, class... T> R __enzyme_fwddiff(void *, T...);

namespace shapes
{

struct box {
    double a, b, c;
    template <class... T> double volume(T... more) const
    {
        return __enzyme_product(a, b, c, more...);
    }
    double edges() const
    {
        return __enzyme_sum(a, b, c);
    }
};

} // namespace shapes

static double f(double x)
{
    shapes::box cube{x, x, x}, flat{x, 0, std::sin(x)};
    return __enzyme_sum(cube.volume(), flat.volume(x), cube.volume(2.0f, x) * flat.edges());
}
static double alone(double x)
{
    return __enzyme_sum() + __enzyme_product() + __enzyme_sum(x);
}

int main()
{
    double x = 0.8, s = std::sin(x), c = std::cos(x);
    double want = 3 * x * x + 8 * x * x * x * (x + s) + 2 * x * x * x * x * (1 + c);
    CHECK(f(x), x * x * x + 2 * x * x * x * x * (x + s));
    CHECK(__enzyme_autodiff<double>((void *)f, x), want);
    CHECK(__enzyme_fwddiff<double>((void *)f, x, 1.0), want);
    CHECK(alone(x), x + 1);
    CHECK(__enzyme_autodiff<double>((void *)alone, x), 1);
    return oracle_result();
}
