// std::packaged_task, run by threads.
#include "threads.h"
#include <cmath>
#include <future>
#include <thread>
#include <utility>
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

double packaged(const double *x, int n)
{
    std::vector<std::future<double>> parts;
    std::vector<std::thread> team;
    for (int t = 0; t < threads; t++) {
        std::packaged_task<double(int, int)> task(
            [x](int from, int to) { return part(x + from, x + to); });
        parts.push_back(task.get_future());
        team.emplace_back(std::move(task), t * n / threads, (t + 1) * n / threads);
    }
    double s = 0;
    for (auto &f : parts) {
        double v = f.get();
        s += v * v;
    }
    for (auto &thread : team)
        thread.join();
    return s;
}
// Run by the caller. Functions that return structs, and those that do not, are told apart by what
// a call through a pointer says of its result.
double without_arguments(const double *x, int n)
{
    std::packaged_task<double()> task([=] { return part(x, x + n); });
    auto result = task.get_future();
    task();
    double s = result.get();
    return s * s;
}
} // namespace

int main()
{
    double x[N];
    oracle_random(x, N, 7);
    FOR_THREADS(ORACLE_GRADIENT(packaged, x, N));
    ORACLE_GRADIENT(without_arguments, x, N);
    return oracle_result();
}
