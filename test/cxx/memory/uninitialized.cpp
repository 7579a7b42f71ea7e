// uninitialized_copy, uninitialized_fill, destroy on raw memory.
#include "oracle.h"
#include <memory>

namespace
{
double f(const double *x, int n)
{
    std::allocator<double> alloc;
    double *p = alloc.allocate(2 * n);
    std::uninitialized_copy(x, x + n, p);
    std::uninitialized_fill(p + n, p + 2 * n, x[0] * x[1]);
    double s = 0;
    for (int i = 0; i < n; i++)
        s += p[i] * p[i] * p[n + i];
    std::destroy(p, p + 2 * n);
    alloc.deallocate(p, 2 * n);
    return s;
}
} // namespace

int main()
{
    double x[5];
    oracle_random(x, 5, 12);
    ORACLE_GRADIENT(f, x, 5);
    return oracle_result();
}
