#include "model.h"
#include <cmath>

static double norm(double x, double y)
{
    return std::sqrt(x * x + y * y);
}

double norm_slope(double x, double y)
{
    const Model unused{{1, 1, 0}};
    return enzyme::get<0>(enzyme::get<0>(
               enzyme::autodiff<enzyme::Reverse>(norm, enzyme::Active{x}, enzyme::Const{y}))) +
           slope(unused, x) - 1;
}
