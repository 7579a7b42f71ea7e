// variant of shapes, visited; a vector of them grows.
#include "oracle.h"
#include <variant>
#include <vector>

namespace
{
struct Circle {
    double r;
};
struct Box {
    double a, b;
};
struct Many {
    std::vector<double> sides;
};
using Shape = std::variant<Circle, Box, Many>;

struct Area {
    double operator()(const Circle &c) const
    {
        return 3.14 * c.r * c.r;
    }
    double operator()(const Box &b) const
    {
        return b.a * b.b;
    }
    double operator()(const Many &m) const
    {
        double s = 0;
        for (double e : m.sides)
            s += e * m.sides[0];
        return s;
    }
};

double f(const double *x, int n)
{
    std::vector<Shape> shapes;
    for (int i = 0; i + 1 < n; i++) {
        if (i % 3 == 0)
            shapes.push_back(Circle{x[i]});
        else if (i % 3 == 1)
            shapes.push_back(Box{x[i], x[i + 1]});
        else
            shapes.push_back(Many{{x[i], x[i + 1], x[0]}});
    }
    shapes[0] = Box{x[1], x[2]};
    double s = 0;
    for (const Shape &shape : shapes)
        s += std::visit(Area(), shape) * (shape.index() + 1.0);
    if (auto *box = std::get_if<Box>(&shapes[0]))
        s += box->a;
    return s;
}
} // namespace

int main()
{
    double x[8];
    oracle_random(x, 8, 1);
    ORACLE_GRADIENT(f, x, 8);
    return oracle_result();
}
