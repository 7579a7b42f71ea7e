// A hierarchy in a static archive: vtables with a key function there, objects from a factory, one
// class of its own here.
#include "lib/shape.h"
#include "oracle.h"
#include <vector>

namespace
{
struct Ring : Shape {
    double r, t;
    Ring(double radius, double thickness) : r(radius), t(thickness)
    {
    }
    double area() const override
    {
        return 6.5 * r * t;
    }
};

double f(const double *x, int n)
{
    std::vector<std::unique_ptr<Shape>> all;
    all.push_back(make_shape(Kind::disc, x[0], 0));
    all.push_back(make_shape(Kind::box, x[1], x[2]));
    all.push_back(std::make_unique<Ring>(x[2], x[0]));
    double s = 1;
    for (const auto &each : all)
        s = s * each->scaled(x[0]) + each->area();
    return s;
}
} // namespace

int main()
{
    double x[3] = {0.5, 1.5, 0.75};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
