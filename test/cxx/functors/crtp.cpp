// CRTP: static polymorphism, expression templates that hold references.
#include "oracle.h"

namespace
{
template <class E> struct Expr {
    const E &self() const
    {
        return static_cast<const E &>(*this);
    }
    double operator[](int i) const
    {
        return self().at(i);
    }
};
struct Vec : Expr<Vec> {
    double v[4];
    double at(int i) const
    {
        return v[i];
    }
    template <class E> Vec &operator=(const Expr<E> &e)
    {
        for (int i = 0; i < 4; i++)
            v[i] = e[i];
        return *this;
    }
};
template <class A, class B> struct Sum : Expr<Sum<A, B>> {
    const A &a;
    const B &b;
    Sum(const A &a, const B &b) : a(a), b(b)
    {
    }
    double at(int i) const
    {
        return a[i] + b[i];
    }
};
template <class A> struct Scaled : Expr<Scaled<A>> {
    const A &a;
    double k;
    Scaled(double k, const A &a) : a(a), k(k)
    {
    }
    double at(int i) const
    {
        return k * a[i];
    }
};
template <class A, class B> Sum<A, B> operator+(const Expr<A> &a, const Expr<B> &b)
{
    return {a.self(), b.self()};
}
template <class A> Scaled<A> operator*(double k, const Expr<A> &a)
{
    return {k, a.self()};
}

double f(const double *x, int n)
{
    Vec a, b, c;
    for (int i = 0; i < 4; i++) {
        a.v[i] = x[i % n];
        b.v[i] = x[i % n] * x[0];
    }
    c = x[1] * a + x[2] * (a + b);
    c = a + c[1] * c;
    return c[0] * c[1] + c[2] * c[3];
}
} // namespace

int main()
{
    double x[3] = {0.5, 1.5, -0.75};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
