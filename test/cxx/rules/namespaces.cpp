// Functions of one name in several namespaces, one of them unnamed; only those that are registered
// have rules.
#include "oracle.h"

namespace a
{
__attribute__((noinline)) double g(double x)
{
    return x * x;
}
inline namespace v2
{
__attribute__((noinline)) double h(double x)
{
    return x * x;
}
} // namespace v2
} // namespace a
namespace b
{
__attribute__((noinline)) double g(double x)
{
    return x * x * x;
}
} // namespace b
namespace
{
__attribute__((noinline)) double g(double x)
{
    return 2 * x;
}
double times100(double x, double seed)
{
    return 100 * x * seed;
}
double times7(double, double seed)
{
    return 7 * seed;
}
} // namespace

__attribute__((used)) void *__enzyme_register_gradient_a[] = {(void *)a::g, (void *)a::g,
                                                              (void *)times100};
__attribute__((used)) void *__enzyme_register_gradient_h[] = {(void *)a::h, (void *)a::h,
                                                              (void *)times100};
namespace rules
{
// A registration may live in a namespace; its name contains the words all the same.
extern void *const __enzyme_register_gradient_anonymous[];
__attribute__((used)) void *const __enzyme_register_gradient_anonymous[] = {
    (void *)::g, (void *)::g, (void *)times7};
} // namespace rules

static double f(double x)
{
    return a::g(x) + b::g(x) + a::h(x) + ::g(x);
}

int main()
{
    CHECK(__enzyme_autodiff((void *)f, 0.5), 50 + 0.75 + 50 + 7);
    return oracle_result();
}
