#include "../thrown.h"
#include <cmath>

OutOfRange::OutOfRange(double v) : std::runtime_error("out of range"), value(v)
{
}
OutOfRange::~OutOfRange() = default;

double root(double x)
{
    if (x < 0)
        throw OutOfRange(x * x);
    return std::sqrt(x);
}
double caught_inside(double x)
{
    try {
        return root(x) + root(-x);
    } catch (const OutOfRange &e) {
        return e.value * 3;
    }
}
