#ifndef KINDS_H
#define KINDS_H
#include "shape.h"
class Disc : public Shape
{
    double r;

  public:
    explicit Disc(double radius) : r(radius)
    {
    }
    double area() const override;
};
class Box : public Shape
{
    double w, h;

  public:
    Box(double width, double height) : w(width), h(height)
    {
    }
    double area() const override;
    double scaled(double k) const override;
};
#endif
