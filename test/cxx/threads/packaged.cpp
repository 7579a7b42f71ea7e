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

double one_argument(const double *x, int n)
{
    std::vector<std::future<double>> parts;
    std::vector<std::thread> team;
    for (int t = 0; t < threads; t++) {
        std::packaged_task<double(int)> task([x, n](int first) {
            double s = 0;
            for (int i = first; i < n; i += threads)
                s += x[i] * std::sin(x[i]);
            return s;
        });
        parts.push_back(task.get_future());
        team.emplace_back(std::move(task), t);
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

// Of the thread that waits.
double again(const double *x, int n)
{
    std::packaged_task<double(const double *)> task([n](const double *p) {
        double s = 1;
        for (int i = 0; i < n; i++)
            s *= 1 + 0.1 * p[i];
        return s;
    });
    double s = 0;
    for (int k = 0; k < 3; k++) {
        std::future<double> f = task.get_future();
        task(x);
        s += f.get() * x[k];
        task.reset();
    }
    return s;
}
} // namespace

int main()
{
    double x[N];
    oracle_random(x, N, 7);
    FOR_THREADS(ORACLE_GRADIENT(packaged, x, N));
    ORACLE_GRADIENT(without_arguments, x, N);
    FOR_THREADS(ORACLE_GRADIENT(one_argument, x, N));
    ORACLE_GRADIENT(again, x, N);
    return oracle_result();
}
