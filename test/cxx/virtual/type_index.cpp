// Type information as data: std::type_index, names, hash codes and their order.
#include "oracle.h"
#include <cstring>
#include <typeindex>
#include <typeinfo>

namespace
{
struct Base {
    virtual ~Base() = default;
    virtual double at(double x) const = 0;
};
template <int n> struct Times : Base {
    double k;
    explicit Times(double k) : k(k)
    {
    }
    double at(double x) const override
    {
        return n * k * x;
    }
};

double f(const double *x, int n)
{
    Times<1> a(x[0]);
    Times<2> b(x[1]);
    const Base *all[] = {&a, &b};
    double s = 0;
    for (const Base *p : all) {
        const std::type_info &t = typeid(*p);
        if (std::type_index(t) == std::type_index(typeid(Times<2>)))
            s += p->at(x[2]) * 2;
        else
            s += p->at(x[2]) * (t.hash_code() == typeid(Times<1>).hash_code() ? 3 : 5) *
                 (std::strlen(t.name()) ? 1 : 7);
        s += t.before(typeid(Times<2>)) ? s : 0;
    }
    return s;
}
} // namespace

int main()
{
    double x[3] = {0.5, 1.5, -0.75};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
