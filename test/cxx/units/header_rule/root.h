#ifndef ROOT_H
#define ROOT_H
#include <cmath>
// A rule that every unit knows, for an inline function; the mark of the rule is a factor of 100.
double root_reverse(double x, double seed);
[[clang::enzyme("gradient", root_reverse)]] inline double root(double x)
{
    return std::sqrt(x);
}
double part(double x);
#endif
