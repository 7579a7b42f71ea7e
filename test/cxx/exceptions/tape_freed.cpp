// An exception that leaves a derivative leaves no tape behind.
#include "oracle.h"
#include <cmath>
#include <stdexcept>

__attribute__((noinline)) static double step(double v, int i, int limit)
{
    if (i == limit)
        throw std::runtime_error("limit");
    return std::sin(v) * v + 0.1 * i;
}

static double f(const double *x, int n)
{
    double v = x[0];
    for (int i = 0; i < 5000; i++)
        v = step(v, i, n);
    return v;
}

static int outcome(const double *x, double *dx, int limit)
{
    try {
        __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, limit);
    } catch (const std::runtime_error &) {
        return 1;
    }
    return 0;
}

int main()
{
    const double x = 0.7;
    double dx = 0;
    CHECK_THAT(outcome(&x, &dx, 4000) == 1);
    CHECK_THAT(outcome(&x, &dx, 5001) == 0);
    std::size_t before = oracle_heap_in_use();
    for (int i = 0; i < 50; i++)
        CHECK_THAT(outcome(&x, &dx, 4000) == 1);
    CHECK_THAT(oracle_heap_in_use() < before + 4096);
    return oracle_result();
}
