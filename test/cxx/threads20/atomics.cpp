// Atomic variables that threads wait for, or add numbers to.
#include "threads.h"
#include <atomic>
#include <cmath>
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

// wait and notify: one after the other.
double in_turn(const double *x, int n)
{
    std::atomic<int> next{0};
    double state = 0.5;
    run([&](int t) {
        for (int i = t; i < n; i += threads) {
            for (int seen; (seen = next.load()) != i;)
                next.wait(seen);
            state = std::cos(state) * x[i] + state;
            next.store(i + 1);
            next.notify_all();
        }
    });
    return state;
}

double flag_wait(const double *x, int n)
{
    std::atomic_flag ready{};
    double v = 0, w = 0;
    std::thread other([&] {
        ready.wait(false);
        w = v * v;
    });
    for (int i = 0; i < n; i++)
        v += x[i] * x[i];
    ready.test_and_set();
    ready.notify_one();
    other.join();
    return w * x[0];
}

double added(const double *x, int n)
{
    std::atomic<double> sum{0.0};
    run([&](int t) {
        for (int i = t; i < n; i += threads)
            sum.fetch_add(x[i] * x[i]);
    });
    return sum.load() * sum.load();
}

double by_reference(const double *x, int n)
{
    double sum = 1;
    run([&](int t) {
        for (int i = t; i < n; i += threads) {
            std::atomic_ref<double> r(sum);
            r.fetch_add(x[i] * std::sin(x[i]), std::memory_order_relaxed);
            r -= 0.1 * x[i];
        }
    });
    return sum * sum;
}

double exchanged(const double *x, int n)
{
    std::atomic<double> product{1.0};
    run([&](int t) {
        for (int i = t; i < n; i += threads) {
            double seen = product.load();
            while (!product.compare_exchange_weak(seen, seen * (1 + 0.1 * x[i])))
                ;
        }
    });
    return product;
}

struct spin {
    std::atomic_flag held = ATOMIC_FLAG_INIT;
    void lock()
    {
        while (held.test_and_set(std::memory_order_acquire))
            std::this_thread::yield();
    }
    void unlock()
    {
        held.clear(std::memory_order_release);
    }
};

double spinning(const double *x, int n)
{
    spin s;
    double state = 1;
    run([&](int t) {
        for (int i = t; i < n; i += threads) {
            s.lock();
            state *= 1 + 0.1 * x[i];
            s.unlock();
        }
    });
    return state;
}
} // namespace

int main()
{
    double x[N];
    oracle_random(x, N, 7);
    FOR_THREADS(ORACLE_GRADIENT(in_turn, x, N));
    ORACLE_GRADIENT(flag_wait, x, N);
    FOR_THREADS(ORACLE_GRADIENT(added, x, N));
    FOR_THREADS(ORACLE_GRADIENT(by_reference, x, N));
    FOR_THREADS(ORACLE_GRADIENT(exchanged, x, N));
    FOR_THREADS(ORACLE_GRADIENT(spinning, x, N));
    return oracle_result();
}
