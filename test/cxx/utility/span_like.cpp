// A span-like view and a strided view over a vector.
#include "oracle.h"
#include <cstddef>
#include <iterator>
#include <vector>

namespace
{
template <class T> struct Span {
    T *first;
    std::size_t count;
    template <class C> explicit Span(C &c) : first(std::data(c)), count(std::size(c))
    {
    }
    Span(T *p, std::size_t n) : first(p), count(n)
    {
    }
    T *begin() const
    {
        return first;
    }
    T *end() const
    {
        return first + count;
    }
    T &operator[](std::size_t i) const
    {
        return first[i];
    }
    Span sub(std::size_t at, std::size_t n) const
    {
        return Span(first + at, n);
    }
};

double dot(Span<const double> a, Span<const double> b)
{
    double s = 0;
    for (std::size_t i = 0; i < a.count; i++)
        s += a[i] * b[i];
    return s;
}

double f(const double *x, int n)
{
    std::vector<double> v(x, x + n);
    Span<double> all(v);
    for (double &e : all.sub(1, 3))
        e *= e;
    Span<const double> in(x, n);
    return dot(Span<const double>(v).sub(0, n - 1), in.sub(1, n - 1)) * dot(in, in);
}
} // namespace

int main()
{
    double x[6];
    oracle_random(x, 6, 2);
    ORACLE_GRADIENT(f, x, 6);
    return oracle_result();
}
