// Rules for instances of a function template: one per type, and a generic rule that is a template
// itself.
#include "oracle.h"

template <class T> __attribute__((noinline)) T soft(T x)
{
    return x * x / (1 + x * x);
}
template <class T> T soft_reverse(T x, T seed)
{
    return seed * static_cast<T>(sizeof(T)) * x;
}
template <class T> struct Dual {
    T value, tangent;
};
template <class T> Dual<T> soft_forward(T x, T dx)
{
    return {soft(x), dx * static_cast<T>(sizeof(T)) * x};
}

void *__enzyme_register_gradient_double[] = {
    (void *)(double (*)(double))soft<double>, (void *)(double (*)(double))soft<double>,
    (void *)(double (*)(double, double))soft_reverse<double>};
void *__enzyme_register_gradient_float[] = {(void *)(float (*)(float))soft<float>,
                                            (void *)(float (*)(float))soft<float>,
                                            (void *)(float (*)(float, float))soft_reverse<float>};
void *__enzyme_register_derivative_double[] = {
    (void *)(double (*)(double))soft<double>,
    (void *)(Dual<double> (*)(double, double))soft_forward<double>};

static double f(double x)
{
    return soft(x) + 3 * static_cast<double>(soft(static_cast<float>(x)));
}
static double g(double x)
{
    return soft(x * x);
}

int main()
{
    CHECK(__enzyme_autodiff((void *)f, 0.5), 8 * 0.5 + 3 * 4 * 0.5);
    CHECK(__enzyme_autodiff((void *)g, 0.5), 8 * 0.25);
    CHECK(__enzyme_fwddiff((void *)g, 0.5, 1.0), 8 * 0.25);
    return oracle_result();
}
