// Threads of C++ that wait for each other.
#include "threads.h"
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

namespace
{

enum { N = 12 };

template <class F> void run(F f)
{
    std::vector<std::thread> team;
    for (int t = 0; t < threads; t++)
        team.emplace_back(f, t);
    for (auto &thread : team)
        thread.join();
}

double guards(const double *x, int n)
{
    std::mutex mutex;
    double sum = 0, product = 1;
    run([&](int t) {
        for (int i = t; i < n; i += threads) {
            double v = std::sin(x[i]);
            std::lock_guard<std::mutex> guard(mutex);
            sum += v;
            product *= 1 + 0.1 * v;
        }
    });
    return sum * product;
}

double scoped(const double *x, int n)
{
    std::mutex a, b;
    double p = 1, q = 1;
    run([&](int t) {
        for (int i = t; i < n; i += threads) {
            std::unique_lock<std::mutex> first(a);
            p *= 1 + 0.1 * x[i];
            first.unlock();
            std::scoped_lock second(b);
            q *= 1 + 0.1 * x[i] * x[i];
        }
    });
    return p * q;
}

// What does not commute, one thread after the other.
double in_turn(const double *x, int n)
{
    std::mutex mutex;
    std::condition_variable turn;
    double state = 0.5;
    int next = 0;
    run([&](int t) {
        for (int i = t; i < n; i += threads) {
            std::unique_lock<std::mutex> lock(mutex);
            turn.wait(lock, [&] { return next == i; });
            state = state * state * 0.5 + std::sin(x[i]);
            next++;
            turn.notify_all();
        }
    });
    return state;
}

// A queue between the caller and its threads.
class Channel
{
  public:
    void put(double v)
    {
        {
            std::lock_guard<std::mutex> guard(mutex);
            items.push_back(v);
        }
        filled.notify_one();
    }
    void close()
    {
        std::lock_guard<std::mutex> guard(mutex);
        closed = true;
        filled.notify_all();
    }
    bool get(double &v)
    {
        std::unique_lock<std::mutex> lock(mutex);
        filled.wait(lock, [this] { return first < items.size() || closed; });
        if (first == items.size())
            return false;
        v = items[first++];
        return true;
    }

  private:
    std::mutex mutex;
    std::condition_variable filled;
    std::vector<double> items;
    std::size_t first = 0;
    bool closed = false;
};

double channel(const double *x, int n)
{
    Channel c;
    std::vector<double> sums(threads);
    std::vector<std::thread> team;
    for (int t = 0; t < threads; t++)
        team.emplace_back([&, t] {
            double v, own = 0;
            while (c.get(v))
                own += v * v;
            sums[t] = own;
        });
    for (int i = 0; i < n; i++)
        c.put(x[i] * x[0]);
    c.close();
    double s = 0;
    for (int t = 0; t < threads; t++) {
        team[t].join();
        s += sums[t];
    }
    return s;
}

} // namespace

int main()
{
    double x[N];
    oracle_random(x, N, 7);
    FOR_THREADS(ORACLE_GRADIENT(guards, x, N));
    FOR_THREADS(ORACLE_GRADIENT(scoped, x, N));
    FOR_THREADS(ORACLE_GRADIENT(in_turn, x, N));
    FOR_THREADS(ORACLE_GRADIENT(channel, x, N));
    return oracle_result();
}
