// An exception with a number goes through a handler that throws it on, changed.
#include "oracle.h"
#include <cmath>

struct Error {
    virtual ~Error() = default;
    double size = 0;
};
struct RangeError : Error {
    double where = 0;
};

static double check(double v)
{
    if (v < 1)
        return v;
    RangeError e;
    e.size = v * v;
    e.where = std::sin(v);
    throw e;
}

static double middle(double v)
{
    try {
        return check(v);
    } catch (Error &e) {
        e.size *= v;
        throw;
    }
}

static double f(double x)
{
    try {
        return middle(x);
    } catch (const RangeError &e) {
        return e.size + e.where;
    }
}

int main()
{
    ORACLE_SCALAR_IS(f, 0.5, 1);
    ORACLE_SCALAR_IS(f, 1.5, 3 * 1.5 * 1.5 + std::cos(1.5));
    return oracle_result();
}
