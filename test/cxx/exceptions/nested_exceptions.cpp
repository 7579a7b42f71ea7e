// std::throw_with_nested and std::rethrow_if_nested.
#include "oracle.h"
#include <cmath>
#include <exception>
#include <stdexcept>

struct Located : std::runtime_error {
    double at;
    Located(const char *what, double a) : std::runtime_error(what), at(a)
    {
    }
};

static double solve(double v)
{
    if (v > 1)
        throw Located("solve", v * v);
    return v;
}

static double assemble(double v)
{
    try {
        return solve(v);
    } catch (...) {
        std::throw_with_nested(Located("assemble", std::sin(v)));
    }
}

static double sum_of(const std::exception &e)
{
    double sum = 0;
    if (const Located *l = dynamic_cast<const Located *>(&e))
        sum = l->at;
    try {
        std::rethrow_if_nested(e);
    } catch (const std::exception &inner) {
        sum += 2 * sum_of(inner);
    }
    return sum;
}

static double f(double x)
{
    try {
        return assemble(x);
    } catch (const std::exception &e) {
        return sum_of(e);
    }
}

int main()
{
    ORACLE_SCALAR_IS(f, 0.5, 1);
    ORACLE_SCALAR_IS(f, 1.5, std::cos(1.5) + 4 * 1.5);
    return oracle_result();
}
