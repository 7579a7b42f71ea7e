// Functions composed at run time, recursive lambdas, Y combinator, currying, visitors.
#include "oracle.h"
#include <cmath>
#include <functional>
#include <memory>
#include <variant>
#include <vector>
using F = std::function<double(double)>;
static F compose(F a, F b)
{
    return [a = std::move(a), b = std::move(b)](double v) { return a(b(v)); };
}
static F repeat(F f, int n)
{
    F r = [](double v) { return v; };
    for (int i = 0; i < n; i++)
        r = compose(f, r);
    return r;
}
static double f(const double *x, int n)
{
    std::vector<F> list;
    for (int i = 0; i < n; i++)
        list.push_back([c = x[i], i](double v) { return i % 2 ? c * v + v * v : std::sin(c * v); });
    F all = [](double v) { return v; };
    for (auto &g : list)
        all = compose(g, all);
    return all(x[0]) + repeat([&](double v) { return v * 0.5 + x[1]; }, 4)(x[2]);
}
template <class L> struct Y {
    L l;
    template <class... A> double operator()(A &&...a) const
    {
        return l(*this, std::forward<A>(a)...);
    }
};
template <class L> Y(L) -> Y<L>;
static double g(const double *x, int n)
{
    auto horner = Y{[&](auto &self, int k, double t) -> double {
        return k == n ? 0 : x[k] + t * self(k + 1, t);
    }};
    std::function<double(int, double)> power = [&power](int k, double t) {
        return k == 0 ? 1.0 : t * power(k - 1, t);
    };
    auto curry = [](double a) {
        return [a](double b) { return [a, b](double c) { return a * b + c * a; }; };
    };
    return horner(0, x[1]) * power(3, x[2]) + curry(x[0])(x[1])(x[2]);
}
struct Num;
struct Add;
struct Mul;
struct Fun;
using Node = std::variant<Num, Add, Mul, Fun>;
using P = std::shared_ptr<const Node>;
struct Num {
    double v;
};
struct Add {
    P a, b;
};
struct Mul {
    P a, b;
};
struct Fun {
    F f;
    P a;
};
static P mk(Node n)
{
    return std::make_shared<const Node>(std::move(n));
}
template <class... T> struct over : T... {
    using T::operator()...;
};
template <class... T> over(T...) -> over<T...>;
static double eval(const P &p)
{
    return std::visit(over{[](const Num &n) { return n.v; },
                           [](const Add &a) { return eval(a.a) + eval(a.b); },
                           [](const Mul &m) { return eval(m.a) * eval(m.b); },
                           [](const Fun &q) { return q.f(eval(q.a)); }},
                      *p);
}
static double h(const double *x, int)
{
    P a = mk(Num{x[0]}), b = mk(Num{x[1]});
    P e = mk(Add{mk(Mul{a, b}),
                 mk(Fun{[s = x[2]](double v) { return std::exp(s * v); }, mk(Add{a, a})})});
    return eval(e) * eval(mk(Mul{e, b}));
}
int main()
{
    double x[4];
    oracle_random(x, 4, 5);
    ORACLE_GRADIENT(f, x, 4);
    ORACLE_GRADIENT(g, x, 4);
    ORACLE_GRADIENT(h, x, 4);
    return oracle_result();
}
