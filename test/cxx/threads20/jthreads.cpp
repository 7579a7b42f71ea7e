// Threads that are joined by their destructors, and asked to stop.
#include "threads.h"
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>
namespace
{
enum { N = 12 };
// Joined by their destructors.
double joined_at_end(const double *x, int n)
{
    std::vector<double> part(threads);
    {
        std::vector<std::jthread> team;
        for (int t = 0; t < threads; t++)
            team.emplace_back([&part, x, n, t] {
                for (int i = t; i < n; i += threads)
                    part[t] += x[i] * std::sin(x[i]);
            });
    }
    double s = 0;
    for (double p : part)
        s += p * p;
    return s;
}

// A thread that works until it is asked to stop.
double stopped(const double *x, int n)
{
    std::mutex mutex;
    std::condition_variable_any changed;
    std::vector<double> todo;
    double sum = 0.5;
    {
        std::jthread worker([&](std::stop_token stop) {
            for (;;) {
                std::unique_lock lock(mutex);
                if (!changed.wait(lock, stop, [&] { return !todo.empty(); }))
                    return;
                double v = todo.back();
                todo.pop_back();
                sum = std::cos(sum) * v + sum;
                lock.unlock();
                changed.notify_all();
            }
        });
        for (int i = 0; i < n; i++) {
            std::unique_lock lock(mutex);
            changed.wait(lock, [&] { return todo.empty(); });
            todo.push_back(x[i] * x[i]);
            lock.unlock();
            changed.notify_all();
        }
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return todo.empty(); });
    }
    return sum;
}

double polled(const double *x, int n)
{
    double sum = 0;
    {
        std::jthread worker([&](std::stop_token stop) {
            while (!stop.stop_requested())
                std::this_thread::yield();
            sum *= sum;
        });
        for (int i = 0; i < n; i++)
            sum += x[i] * x[i];
        worker.request_stop();
        worker.join();
    }
    return sum * x[0];
}
} // namespace

int main()
{
    double x[N];
    oracle_random(x, N, 7);
    FOR_THREADS(ORACLE_GRADIENT(joined_at_end, x, N));
    ORACLE_GRADIENT(polled, x, N);
    ORACLE_GRADIENT(stopped, x, N);
    return oracle_result();
}
