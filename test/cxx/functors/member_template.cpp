// Overloaded call operators, conversion operators, and a variant of callables visited by hand.
#include "oracle.h"

namespace
{
struct Angle {
    double value;
    operator double() const
    {
        return value * 2;
    }
};
struct Poly {
    double c[3];
    template <class T> T operator()(T x) const
    {
        return static_cast<T>(c[0]) + x * (static_cast<T>(c[1]) + x * static_cast<T>(c[2]));
    }
    double operator()(const Angle &a, int k) const
    {
        return c[k] * a;
    }
};
struct Choice {
    enum { LINE, POLY } kind;
    union {
        double line[2];
        Poly poly;
    };
    template <class V> double visit(V &&v) const
    {
        return kind == LINE ? v(line[0], line[1]) : v(poly);
    }
};
template <class... F> struct Overloaded : F... {
    using F::operator()...;
};
template <class... F> Overloaded(F...) -> Overloaded<F...>;

double f(const double *x, int n)
{
    Poly p{{x[0], x[1], x[2]}};
    Choice a, b;
    a.kind = Choice::LINE, a.line[0] = x[1], a.line[1] = x[2];
    b.kind = Choice::POLY, b.poly = p;
    auto v = Overloaded{[&](double s, double t) { return s * x[0] + t; },
                        [&](const Poly &q) { return q(x[0]) * q(x[1]); }};
    return a.visit(v) * b.visit(v) + p(Angle{x[2]}, 1) + p(2.0);
}
} // namespace

int main()
{
    double x[3] = {0.5, 1.5, 0.75};

    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
