// Several handlers, base classes, catch-all, and one for the next function outwards.
#include "oracle.h"
#include <cmath>
#include <stdexcept>
#include <string>

static double pick(double v, int kind)
{
    switch (kind) {
    case 0: throw std::out_of_range("range");
    case 1: throw std::runtime_error("run " + std::to_string(kind));
    case 2: throw 7;
    case 3: throw "text";
    default: return v * v;
    }
}

static double inner(double v, int kind)
{
    try {
        return pick(v, kind);
    } catch (const std::logic_error &) {
        return std::sin(v);
    } catch (int code) {
        return code * v;
    }
}

static double f(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        try {
            sum += inner(x[i], i);
        } catch (const std::exception &e) {
            sum += std::cos(x[i]) * e.what()[4];
        } catch (...) {
            sum += std::exp(x[i]);
        }
    }
    return sum;
}

int main()
{
    const double x[5] = {0.9, 0.2, 1.5, 0.4, 0.6};
    ORACLE_GRADIENT(f, x, 5);
    return oracle_result();
}
