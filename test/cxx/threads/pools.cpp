// Threads that take jobs from a queue; static variables that some thread initialises.
#include "threads.h"
#include <cmath>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace
{
enum { N = 10 };

class Pool
{
  public:
    explicit Pool(int n)
    {
        for (int i = 0; i < n; i++)
            workers.emplace_back([this] { work(); });
    }
    ~Pool()
    {
        {
            std::lock_guard<std::mutex> guard(mutex);
            closed = true;
        }
        changed.notify_all();
        for (auto &w : workers)
            w.join();
    }
    void submit(std::function<void()> job)
    {
        {
            std::lock_guard<std::mutex> guard(mutex);
            jobs.push_back(std::move(job));
        }
        changed.notify_one();
    }

  private:
    void work()
    {
        for (;;) {
            std::function<void()> job;
            {
                std::unique_lock<std::mutex> lock(mutex);
                changed.wait(lock, [this] { return closed || !jobs.empty(); });
                if (jobs.empty())
                    return;
                job = std::move(jobs.front());
                jobs.pop_front();
            }
            job();
        }
    }
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<std::function<void()>> jobs;
    std::vector<std::thread> workers;
    bool closed = false;
};

double squares(const double *x, int n)
{
    std::vector<double> results(n);
    {
        Pool pool(threads);
        for (int i = 0; i < n; i++)
            pool.submit([&results, x, i] { results[i] = x[i] * x[i] * std::sin(x[i]); });
    }
    double s = 0;
    for (double r : results)
        s += r * r;
    return s;
}

// Jobs own what they work on.
double shared_owners(const double *x, int n)
{
    auto weights = std::make_shared<std::vector<double>>(x, x + n);
    std::vector<double> results(threads);
    std::vector<std::thread> team;
    for (int t = 0; t < threads; t++)
        team.emplace_back([weights, &results, x, n, t] {
            for (int i = t; i < n; i += threads)
                results[t] += (*weights)[i] * x[n - 1 - i];
        });
    weights.reset();
    for (auto &thread : team)
        thread.join();
    double s = 0;
    for (double r : results)
        s += r * r;
    return s;
}

const std::vector<double> &table()
{
    static const std::vector<double> values = [] {
        std::vector<double> v;
        for (int i = 0; i < N; i++)
            v.push_back(1.0 / (i + 1));
        return v;
    }();
    return values;
}

double constant_table(const double *x, int n)
{
    std::vector<double> results(threads);
    std::vector<std::thread> team;
    for (int t = 0; t < threads; t++)
        team.emplace_back([&results, x, n, t] {
            for (int i = t; i < n; i += threads)
                results[t] += table()[i] * x[i] * x[i];
        });
    double s = 0;
    for (int t = 0; t < threads; t++) {
        team[t].join();
        s += results[t] * results[t];
    }
    return s;
}
} // namespace

int main()
{
    double x[N];
    oracle_random(x, N, 7);
    FOR_THREADS(ORACLE_GRADIENT(squares, x, N));
    FOR_THREADS(ORACLE_GRADIENT(shared_owners, x, N));
    FOR_THREADS(ORACLE_GRADIENT(constant_table, x, N));
    return oracle_result();
}
