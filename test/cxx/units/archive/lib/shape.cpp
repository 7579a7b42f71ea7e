#include "shape.h"
#include "kinds.h"

Shape::~Shape() = default;
std::unique_ptr<Shape> make_shape(Kind kind, double a, double b)
{
    if (kind == Kind::disc)
        return std::make_unique<Disc>(a);
    return std::make_unique<Box>(a, b);
}
