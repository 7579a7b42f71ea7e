// Mixins, concepts, fold expressions, units of measure and compile-time polynomials.
#include "oracle.h"
#include <array>
#include <cmath>
#include <complex>
#include <concepts>
#include <initializer_list>
#include <numbers>
#include <numeric>
#include <type_traits>
#include <utility>

template <class D> struct Arithmetic {
    friend D operator+(D a, const D &b)
    {
        a += b;
        return a;
    }
    friend D operator-(D a, const D &b)
    {
        a += b * -1.0;
        return a;
    }
};
template <class D> struct Scaling {
    friend D operator*(D a, double s)
    {
        a.scale(s);
        return a;
    }
    friend D operator*(double s, D a)
    {
        a.scale(s);
        return a;
    }
};
template <std::size_t N> struct Vec : Arithmetic<Vec<N>>, Scaling<Vec<N>> {
    std::array<double, N> v{};
    Vec() = default;
    template <std::convertible_to<double>... T>
        requires(sizeof...(T) == N)
    explicit Vec(T... t) : v{static_cast<double>(t)...}
    {
    }
    Vec &operator+=(const Vec &o)
    {
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            ((v[I] += o.v[I]), ...);
        }(std::make_index_sequence<N>());
        return *this;
    }
    void scale(double s)
    {
        for (auto &e : v)
            e *= s;
    }
    double dot(const Vec &o) const
    {
        return std::inner_product(v.begin(), v.end(), o.v.begin(), 0.0);
    }
};
template <int M, int S> struct Quantity {
    double v;
};
template <int M, int S, int P, int Q>
Quantity<M + P, S + Q> operator*(Quantity<M, S> a, Quantity<P, Q> b)
{
    return {a.v * b.v};
}
template <int M, int S> Quantity<M, S> operator+(Quantity<M, S> a, Quantity<M, S> b)
{
    return {a.v + b.v};
}
template <double... C> double poly(double t)
{
    double r = 0;
    ((r = r * t + C), ...);
    return r;
}
static double f(const double *x, int)
{
    Vec<3> a(x[0], x[1], 2), b(x[2], 1, x[0] * x[1]);
    auto c = 2.0 * a + b * x[2] - a * 0.5;
    Quantity<1, 0> len{x[0]};
    Quantity<0, -1> rate{x[1]};
    auto speed = len * rate + Quantity<1, -1>{x[2] * x[2]};
    std::complex<double> z(x[0], x[1]),
        w = std::exp(z) * std::conj(z) + std::polar(x[2] * x[2], x[0]);
    return c.dot(a) * speed.v + poly<1.0, -2.0, 0.5>(x[2]) * std::abs(w) +
           std::norm(w) / std::numbers::pi;
}
int main()
{
    double x[3] = {0.4, 1.2, -0.7};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
