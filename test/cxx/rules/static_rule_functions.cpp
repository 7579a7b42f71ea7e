// Rules in a class of static functions and as lambdas without captures; the primal is inline.
#include "oracle.h"

inline double inner(double x)
{
    return x * x;
}
template <int n> inline double nth(double x)
{
    return n * x;
}

struct Rules {
    static double inner_reverse(double x, double seed)
    {
        return 100 * x * seed;
    }
    template <int n> static double nth_reverse(double, double seed)
    {
        return 1000 * n * seed;
    }
};

__attribute__((used)) void *__enzyme_register_gradient_inner[] = {(void *)inner, (void *)inner,
                                                                  (void *)Rules::inner_reverse};
__attribute__((used)) void *__enzyme_register_gradient_nth[] = {
    (void *)(double (*)(double))nth<3>, (void *)(double (*)(double))nth<3>,
    (void *)(double (*)(double, double))Rules::nth_reverse<3>};

static double f(double x)
{
    return inner(x) + nth<3>(x) + nth<4>(x);
}

int main()
{
    CHECK(__enzyme_autodiff((void *)f, 0.5), 50 + 3000 + 4);
    return oracle_result();
}
