// Member functions and virtual functions, called from lambdas and through references.
#include "oracle.h"
#include <cmath>
#include <enzyme/enzyme>
#include <memory>

namespace
{
struct Curve {
    virtual ~Curve() = default;
    virtual double at(double t) const = 0;
};
struct Wave : Curve {
    double frequency;
    explicit Wave(double f) : frequency(f)
    {
    }
    double at(double t) const override
    {
        return std::sin(frequency * t);
    }
};
struct Line : Curve {
    double at(double t) const override
    {
        return 3 * t;
    }
};

class Model
{
    double scale = 2;
    std::unique_ptr<Curve> curve;

  public:
    explicit Model(std::unique_ptr<Curve> c) : curve(std::move(c))
    {
    }
    double value(double t) const
    {
        return scale * curve->at(t);
    }
    double slope(double t) const
    {
        return enzyme::get<0>(enzyme::autodiff<enzyme::Forward>(
            [this](double x) { return value(x); }, enzyme::Duplicated{t, 1.0}));
    }
    static double twice(double x)
    {
        return 2 * x;
    }
};
double evaluate(const Curve &c, double t)
{
    return c.at(t);
}
} // namespace

int main()
{
    using namespace enzyme;
    const Model wave(std::make_unique<Wave>(3)), line(std::make_unique<Line>());
    CHECK(wave.slope(0.2), 6 * std::cos(0.6));
    CHECK(line.slope(0.2), 6.0);
    CHECK(get<0>(get<0>(autodiff<Reverse>([&](double t) { return wave.value(t); }, Active{0.2}))),
          6 * std::cos(0.6));
    CHECK(get<0>(get<0>(autodiff<Reverse>(Model::twice, Active{0.2}))), 2.0);
    const Line c;
    CHECK(get<1>(get<0>(autodiff<Reverse>(evaluate, Const<const Curve &>{c}, Active{5.0}))), 3.0);
    const Wave w(2);
    CHECK(get<0>(autodiff<Forward>(evaluate, Const<const Curve &>{w}, Duplicated{0.5, 1.0})),
          2 * std::cos(1));
    return oracle_result();
}
