// Classes of a library and of the program side by side, made on either side of the boundary.
#include "classes.h"
#include "oracle.h"

namespace
{
struct Cube : Shape {
    double area(double r) const override
    {
        return r * r * r;
    }
};

double shapes(double x)
{
    std::vector<std::unique_ptr<Shape>> all;
    all.push_back(make_disc());
    all.push_back(make_wave());
    all.push_back(std::make_unique<Cube>());
    return total(all, x);
}
double templates(double x)
{
    return polynomial(std::vector<double>{2, 1, x}, x);
}
double functions(double x)
{
    return apply(chosen(true), x) + apply(chosen(false), x) + apply(cubic, x);
}

std::vector<std::unique_ptr<Shape>> kept;
double before(double x)
{
    return total(kept, x);
}
} // namespace

int main()
{
    ORACLE_SCALAR(shapes, 1.25);
    ORACLE_SCALAR(templates, 1.25);
    ORACLE_SCALAR(functions, 1.25);
    kept.push_back(make_disc());
    kept.push_back(make_wave());
    kept.push_back(std::make_unique<Cube>());
    ORACLE_SCALAR(before, 1.25);
    double count = asked();
    shapes(1);
    CHECK(asked(), count + 1);
    return oracle_result();
}
