// std::async, as threads: what futures bring.
#include "threads.h"
#include <cmath>
#include <future>
#include <vector>

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

double many_asyncs(const double *x, int n)
{
    std::vector<std::future<double>> parts;
    for (int t = 0; t < threads; t++)
        parts.push_back(
            std::async(std::launch::async, part, x + t * n / threads, x + (t + 1) * n / threads));
    double s = 1;
    for (auto &f : parts)
        s *= 1 + 0.1 * f.get();
    return s;
}
} // namespace

int main()
{
    double x[N];
    oracle_random(x, N, 7);
    FOR_THREADS(ORACLE_GRADIENT(many_asyncs, x, N));
    return oracle_result();
}
