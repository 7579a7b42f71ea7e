// A C++ wrapper that is differentiated like a function of the C library.
#include "oracle.h"
#include <cmath>

namespace fast
{
[[clang::enzyme_function_like("sin")]] double sine(double x);
double sine(double x)
{
    return x - x * x * x / 6;
}
template <class T> __attribute__((noinline)) T logarithm(T x)
{
    return std::floor(x);
}
} // namespace fast
__attribute__((used)) void *__enzyme_function_like_log[] = {
    (void *)(double (*)(double))fast::logarithm<double>, (void *)"log"};

static double f(double x)
{
    return fast::sine(2 * x) + fast::logarithm(x);
}

int main()
{
    CHECK(__enzyme_autodiff((void *)f, 0.5), 2 * std::cos(1.0) + 2);
    CHECK(__enzyme_fwddiff((void *)f, 0.5, 1.0), 2 * std::cos(1.0) + 2);
    return oracle_result();
}
