// A function template at two types, and a functor that it calls.
#include "oracle.h"

namespace
{
template <class T> T power(T x, int n)
{
    T r = 1;
    for (int i = 0; i < n; i++)
        r *= x;
    return r;
}

struct Scale {
    double by;
    double operator()(double v) const
    {
        return by * v;
    }
};

double f(double x, double y)
{
    Scale scale{y};
    return scale(power(x, 3)) + power(static_cast<float>(2), 2);
}
} // namespace

int main()
{
    ORACLE_SCALAR2_IS(f, 1.5, 0.7, 3 * 1.5 * 1.5 * 0.7, 1.5 * 1.5 * 1.5);
    return oracle_result();
}
