// Static locals with destructors (registered while the derivative runs), a guard that is left by an
// exception, and a lambda's static.
#include "oracle.h"
#include <stdexcept>

namespace
{
int tries;
struct Resource {
    double *v;
    Resource() : v(new double[2]{1.5, 2.5})
    {
    }
    ~Resource()
    {
        delete[] v;
    }
};
struct Picky {
    double k;
    Picky() : k(4)
    {
        if (tries++ == 0)
            throw std::runtime_error("not yet");
    }
};
double look(int i)
{
    static const Resource r;
    return r.v[i];
}
double picky(double x)
{
    try {
        static const Picky p;
        return p.k * x;
    } catch (const std::runtime_error &) {
        return x;
    }
}
double f(double x)
{
    auto scaled = [](double v) {
        static const double k = look(1) * 2;
        return v * k;
    };
    return scaled(x) * look(0) + picky(x) * x;
}
} // namespace

int main()
{
    CHECK(__enzyme_autodiff((void *)f, 2.0), 7.5 + 4); // the first time the object is not made
    ORACLE_SCALAR_IS(f, 2.0, 7.5 + 16);
    CHECK_THAT(tries == 2);
    return oracle_result();
}
