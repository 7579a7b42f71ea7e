// Calls through pointers that may throw, in truncated functions: what is called is a clone, and
// what it throws arrives.
#include "oracle.h"
#include <initializer_list>
#include <cmath>
#include <stdexcept>

template <class F> F *__enzyme_truncate_op_func(F *, int, int);
template <class F> F *__enzyme_truncate_mem_func(F *, int, int, int);

template <class T> struct failure {
    T at;
};
template <class T> static T checked(T x)
{
    if (x > 2)
        throw failure<T>{x / 3};
    return std::sqrt(x) / 3;
}
template <class T> static T plain(T x)
{
    return x / 7;
}
template <class T> static void store(T x, T *to)
{
    if (x < 0)
        throw std::runtime_error("negative");
    *to = x / 3;
}
template <class T> static T (*volatile functions[2])(T) = {checked<T>, plain<T>};
template <class T> static void (*volatile stores)(T, T *) = store<T>;

template <class T> static T caught(T x)
{
    T r = 1, stored = 0;
    try {
        r = functions<T>[0](x);
        r += functions<T>[1](x) * r;
        stores<T>(T(1.5) - x, &stored);
    } catch (const failure<T> &f) {
        return -f.at / 11;
    } catch (const std::runtime_error &) {
        return r / 13;
    }
    return r * stored;
}

static double slope(double x)
{
    return (caught(x + 1e-6) - caught(x - 1e-6)) / 2e-6;
}

// A truncated function behind a pointer that differentiated code gets.
__attribute__((noinline)) static double through(double (*f)(double), double x)
{
    return f(x) * x;
}

int main()
{
    double (*volatile thirds)(double) = __enzyme_truncate_op_func(plain<double>, 64, 32);
    double g = __enzyme_autodiff(reinterpret_cast<void *>(through), enzyme_const, thirds, 3.0);
    CHECK_TOL(g, 6 / 7., 1e-6);
    for (double x : {0.5, 1.25, 1.75, 2.5}) {
        double got = __enzyme_truncate_op_func(caught<double>, 64, 32)(x),
               mem = __enzyme_truncate_mem_func(caught<double>, 64, 8, 23)(x);
        CHECK_THAT(got == caught<float>(static_cast<float>(x)));
        CHECK_THAT(mem == caught<float>(static_cast<float>(x)));
        CHECK_THAT(got != caught<double>(x));
        void *f = reinterpret_cast<void *>(__enzyme_truncate_op_func(caught<double>, 64, 32));
        CHECK_TOL(__enzyme_autodiff(f, x), slope(x), 1e-5);
        CHECK_TOL(__enzyme_fwddiff(f, x, 1.0), slope(x), 1e-5);
    }
    return oracle_result();
}
