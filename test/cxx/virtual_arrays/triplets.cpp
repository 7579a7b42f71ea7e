// Hessians as programs for C++ ask for them: templates, a vector of triplets that grows, a function
// that collects them.
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <vector>
#include "oracle.h"

extern int enzyme_dup, enzyme_const, enzyme_dupnoneed;
template <typename R, typename... T> R __enzyme_autodiff_as(void *, T...);
template <typename R, typename... T> R __enzyme_fwddiff_as(void *, T...);
template <typename R, typename... T> R __enzyme_todense(void *, T...);

template <typename T> struct triple {
    std::size_t row, column;
    T value;
};

template <typename T> __attribute__((always_inline)) T unit(unsigned long offset, unsigned long i)
{
    return offset / sizeof(T) == i ? T(1) : T(0);
}
template <typename T> __attribute__((always_inline)) void read_only(T, unsigned long, unsigned long)
{
    std::abort();
}
template <typename T>
__attribute__((always_inline)) T nothing(unsigned long, unsigned long, std::vector<triple<T>> &)
{
    return T(0);
}
template <typename T>
__attribute__((enzyme_sparse_accumulate)) void collect(std::vector<triple<T>> &to, std::size_t row,
                                                       std::size_t column, T value)
{
    to.push_back({row, column, value});
}
template <typename T>
__attribute__((always_inline)) void keep(T value, unsigned long offset, unsigned long i,
                                         std::vector<triple<T>> &to)
{
    if (value != T(0))
        collect(to, offset / sizeof(T), i, value);
}

template <typename T> T energy(std::size_t n, const T *x)
{
    T e = 0;
    for (std::size_t i = 0; i + 1 < n; i++)
        e += (x[i + 1] - x[i]) * (x[i + 1] - x[i]) * x[i];
    return e;
}
template <typename T> void gradient(std::size_t n, const T *x, T *g)
{
    __enzyme_autodiff_as<void>((void *)energy<T>, enzyme_const, n, enzyme_dup, x, g);
}

template <typename T> std::vector<triple<T>> hessian(std::size_t n, const T *x)
{
    std::vector<triple<T>> entries;
    std::vector<T> g(n);
    for (std::size_t i = 0; i < n; i++)
        __enzyme_fwddiff_as<void>(
            (void *)gradient<T>, enzyme_const, n, enzyme_dup, x,
            __enzyme_todense<T *>((void *)unit<T>, (void *)read_only<T>, i), enzyme_dupnoneed,
            g.data(), __enzyme_todense<T *>((void *)nothing<T>, (void *)keep<T>, i, &entries));
    return entries;
}

template <typename T> void check(double tolerance)
{
    const std::size_t n = 6;
    T x[n];
    double dense[n][n] = {};
    for (std::size_t i = 0; i < n; i++)
        x[i] = T(i + 0.3 * std::sin(i));
    for (const triple<T> &t : hessian(n, x))
        dense[t.row][t.column] += double(t.value);
    for (std::size_t i = 0; i < n; i++)
        for (std::size_t j = 0; j < n; j++) {
            // e_i = d d x, with d = x[i+1] - x[i]
            double want = 0;
            for (std::size_t k = 0; k + 1 < n; k++) {
                double d = double(x[k + 1] - x[k]), p = double(x[k]);
                if (i == k && j == k)
                    want += 2 * p - 4 * d;
                else if (i == k + 1 && j == k + 1)
                    want += 2 * p;
                else if ((i == k && j == k + 1) || (i == k + 1 && j == k))
                    want += 2 * d - 2 * p;
            }
            CHECK_TOL(dense[i][j], want, tolerance);
        }
}

int main()
{
    check<double>(1e-12);
    check<float>(1e-5);
    return oracle_result();
}
