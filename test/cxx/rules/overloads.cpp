// Rules for two overloads of one name in a namespace: each call takes the rule of its own overload.
#include "oracle.h"

namespace model
{
__attribute__((noinline)) double squash(double x)
{
    return x / (1 + x * x);
}
__attribute__((noinline)) double squash(double x, double y)
{
    return x * y;
}

// Marked derivatives, recognisably different from the true ones.
double squash_reverse(double x, double seed)
{
    return 100 * x * seed;
}
struct Pair {
    double x, y;
};
Pair squash2_reverse(double x, double y, double seed)
{
    return {10 * y * seed, 20 * x * seed};
}
} // namespace model

using one_arg = double (*)(double);
using two_args = double (*)(double, double);
void *__enzyme_register_gradient_one[] = {(void *)static_cast<one_arg>(model::squash),
                                          (void *)static_cast<one_arg>(model::squash),
                                          (void *)model::squash_reverse};
void *__enzyme_register_gradient_two[] = {(void *)static_cast<two_args>(model::squash),
                                          (void *)static_cast<two_args>(model::squash),
                                          (void *)model::squash2_reverse};

static double f(double x)
{
    return model::squash(x) + 2 * model::squash(x, 3);
}

int main()
{
    CHECK(__enzyme_autodiff((void *)f, 0.5), 50 + 2 * 30);
    CHECK(__enzyme_fwddiff((void *)f, 0.5, 1.0),
          (1 - 0.25) / (1.25 * 1.25) + 6); // no rule for forward mode
    return oracle_result();
}
