// A constructor that throws: members and bases made before are destroyed, the object is not.
#include "oracle.h"
#include <memory>
#include <vector>

static int alive;

struct Part {
    std::vector<double> values;
    explicit Part(double v) : values(3, v)
    {
        alive++;
    }
    ~Part()
    {
        alive--;
    }
};

struct Whole : Part {
    Part other;
    double product;
    explicit Whole(double v) : Part(v), other(v * v), product(values[0] * other.values[1])
    {
        if (product > 1)
            throw product;
    }
};

static double f(double x)
{
    try {
        auto w = std::make_unique<Whole>(x);
        return w->product * 2;
    } catch (double p) {
        return p * x;
    }
}

int main()
{
    ORACLE_SCALAR_IS(f, 0.5, 6 * 0.25);
    ORACLE_SCALAR_IS(f, 1.5, 4 * 1.5 * 1.5 * 1.5);
    CHECK_THAT(alive == 0);
    return oracle_result();
}
