// Exceptions that come out of virtual functions, function pointers and std::function.
#include "oracle.h"
#include <cmath>
#include <functional>
#include <stdexcept>

struct Law {
    virtual ~Law() = default;
    virtual double at(double v) const = 0;
};
struct Square : Law {
    double at(double v) const override
    {
        if (v > 2)
            throw std::range_error("square");
        return v * v;
    }
};
struct Root : Law {
    double at(double v) const override
    {
        if (v < 0)
            throw std::domain_error("root");
        return std::sqrt(v);
    }
};

static double cubed(double v)
{
    if (v > 1.4)
        throw v * 3;
    return v * v * v;
}

static double guarded(const std::function<double(double)> &g, double v)
{
    try {
        return g(v);
    } catch (const std::exception &) {
        return -v * v;
    } catch (double d) {
        return d;
    }
}

static double f(const double *x, int n)
{
    const Square square;
    const Root root;
    const Law *laws[2] = {&square, &root};
    double (*plain)(double) = n > 2 ? cubed : nullptr;
    double sum = 0;
    for (int i = 0; i < n; i++) {
        const Law *law = laws[i % 2];
        sum += guarded([law](double v) { return law->at(v); }, x[i]);
        sum += guarded(plain, x[i]);
    }
    return sum;
}

int main()
{
    const double x[5] = {0.9, -1.2, 2.5, 1.3, 1.6};
    ORACLE_GRADIENT(f, x, 5);
    return oracle_result();
}
