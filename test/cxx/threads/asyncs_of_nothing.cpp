// std::async, of a function and of a lambda without a result.
#include "threads.h"
#include <cmath>
#include <future>

namespace
{
enum { N = 12 };

double part(const double *from, const double *to)
{
    double s = 0;
    for (; from != to; ++from)
        s += *from * std::sin(*from);
    return s;
}

// By memory, with a future of nothing.
double of_nothing(const double *x, int n)
{
    double left = 0;
    std::future<void> f =
        std::async(std::launch::async, [&left, x, n] { left = part(x, x + n / 2); });
    double right = part(x + n / 2, x + n);
    f.get();
    return left * right;
}
} // namespace

int main()
{
    double x[N];
    oracle_random(x, N, 7);
    ORACLE_GRADIENT(of_nothing, x, N);
    return oracle_result();
}
