// Locks of readers and writers, of two mutexes and with time limits; what is done once, or is a
// thread's own.
#include "threads.h"
#include <chrono>
#include <cmath>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>
namespace
{
enum { N = 12 };

// ThreadSanitizer does not know locks of readers and writers with time limits.
#if __has_feature(thread_sanitizer)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

template <class F> void run(F f)
{
    std::vector<std::thread> team;
    for (int t = 0; t < threads; t++)
        team.emplace_back(f, t);
    for (auto &thread : team)
        thread.join();
}

double readers(const double *x, int n)
{
    std::shared_mutex mutex;
    double scale = 1.5, sum = 0;
    std::mutex of_sum;
    run([&](int t) {
        for (int i = t; i < n; i += threads) {
            double seen;
            {
                std::shared_lock lock(mutex);
                seen = scale * scale;
            }
            {
                std::lock_guard guard(of_sum);
                sum += x[i] * x[i] * 0.01;
            }
            std::unique_lock lock(mutex);
            scale *= 1 + 0.1 * x[i];
            (void)seen;
        }
    });
    return scale * sum;
}

double both(const double *x, int n)
{
    std::mutex a, b;
    double p = 1, q = 2;
    run([&](int t) {
        for (int i = t; i < n; i += threads) {
            if (t % 2) {
                std::scoped_lock lock(a, b);
                p *= 1 + 0.1 * x[i];
                q *= 1 - 0.1 * x[i];
            } else {
                std::scoped_lock lock(b, a);
                p *= 1 + 0.1 * x[i];
                q *= 1 - 0.1 * x[i];
            }
        }
    });
    return p * q * q;
}

double timed(const double *x, int n)
{
    std::timed_mutex a;
    std::recursive_timed_mutex r;
    double p = 1;
    run([&](int t) {
        for (int i = t; i < n; i += threads) {
            while (!a.try_lock_for(std::chrono::milliseconds(100)))
                ;
            r.lock();
            p *= 1 + 0.1 * x[i];
            r.unlock();
            a.unlock();
        }
    });
    return p;
}

// Also a lock with time limits that readers share.
double shared_timed(const double *x, int n)
{
    std::shared_timed_mutex mutex;
    double scale = 1;
    std::vector<double> seen(threads);
    run([&](int t) {
        for (int i = t; i < n; i += threads) {
            {
                std::unique_lock lock(mutex, std::chrono::seconds(60));
                scale *= 1 + 0.1 * x[i];
            }
            if (mutex.try_lock_shared_for(std::chrono::seconds(60))) {
                seen[t] += scale > 0 ? x[i] * x[i] : x[i];
                mutex.unlock_shared();
            }
        }
    });
    double s = 0;
    for (double v : seen)
        s += v;
    return s * scale;
}

double once(const double *x, int n)
{
    std::once_flag flag;
    double scale = 0;
    std::vector<double> part(threads);
    run([&](int t) {
        std::call_once(flag, [&] { scale = x[0] * x[1]; });
        for (int i = t; i < n; i += threads)
            part[t] += scale * x[i] * x[i];
    });
    double s = 0;
    for (double p : part)
        s += p;
    return s;
}

thread_local double own;
double locals(const double *x, int n)
{
    std::vector<double> part(threads);
    run([&](int t) {
        own = 1;
        for (int i = t; i < n; i += threads)
            own *= 1 + 0.3 * x[i];
        part[t] = own;
    });
    double s = 0;
    for (double p : part)
        s += p * p;
    return s;
}
} // namespace

int main()
{
    double x[N];
    oracle_random(x, N, 7);
    FOR_THREADS(ORACLE_GRADIENT(readers, x, N));
    FOR_THREADS(ORACLE_GRADIENT(both, x, N));
    FOR_THREADS(ORACLE_GRADIENT(timed, x, N));
    if (!SANITIZED)
        FOR_THREADS(ORACLE_GRADIENT(shared_timed, x, N));
    FOR_THREADS(ORACLE_GRADIENT(once, x, N));
    FOR_THREADS(ORACLE_GRADIENT(locals, x, N));
    return oracle_result();
}
