// std::async, as a thread: what futures bring.
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

double two_asyncs(const double *x, int n)
{
    std::future<double> a = std::async(std::launch::async, part, x, x + n / 2),
                        b = std::async(std::launch::async, [x, n] {
                            double p = 1;
                            for (int i = n / 2; i < n; i++)
                                p *= 1 + 0.1 * x[i];
                            return p;
                        });
    return a.get() * b.get();
}

double many_asyncs(const double *x, int n)
{
    std::vector<std::future<double>> parts;
    for (int t = 0; t < threads; t++)
        parts.push_back(std::async(std::launch::async, part, x + t * n / threads,
                                   x + (t + 1) * n / threads));
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
    ORACLE_GRADIENT(two_asyncs, x, N);
    FOR_THREADS(ORACLE_GRADIENT(many_asyncs, x, N));
    return oracle_result();
}
