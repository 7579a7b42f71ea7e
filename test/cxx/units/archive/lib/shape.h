#ifndef SHAPE_H
#define SHAPE_H
#include <memory>
struct Shape {
    virtual ~Shape();
    virtual double area() const = 0;
    virtual double scaled(double k) const
    {
        return k * k * area();
    }
};
enum class Kind { disc, box };
std::unique_ptr<Shape> make_shape(Kind kind, double a, double b);
#endif
