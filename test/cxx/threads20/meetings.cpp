// Barriers, latches and semaphores.
#include "threads.h"
#include <barrier>
#include <latch>
#include <semaphore>
#include <cmath>
#include <thread>
#include <vector>
namespace
{
enum { N = 12, STEPS = 3 };
template <class F> void run(F f)
{
    std::vector<std::thread> team;
    for (int t = 0; t < threads; t++)
        team.emplace_back(f, t);
    for (auto &thread : team)
        thread.join();
}

double barrier(const double *x, int n)
{
    std::vector<double> a(x, x + n), b(n);
    std::barrier all(threads);
    run([&](int t) {
        for (int step = 0; step < STEPS; step++) {
            std::vector<double> &from = step % 2 ? b : a, &to = step % 2 ? a : b;
            for (int i = t; i < n; i += threads)
                to[i] = from[i] * 0.5 + from[(i + 1) % n] * from[i];
            all.arrive_and_wait();
        }
    });
    double s = 0;
    for (int i = 0; i < n; i++)
        s += b[i] * a[i] * (i + 1);
    return s;
}

// Steps that end with a function.
double completed(const double *x, int n)
{
    double state = 1;
    std::vector<double> part(threads);
    auto together = [&]() noexcept {
        double s = 0;
        for (double p : part)
            s += p;
        state = std::cos(state) * s;
    };
    std::barrier all(threads, together);
    run([&](int t) {
        for (int step = 0; step < STEPS; step++) {
            part[t] = 0;
            for (int i = t; i < n; i += threads)
                part[t] += x[i] * state * x[i];
            all.arrive_and_wait();
        }
    });
    return state;
}

double latch(const double *x, int n)
{
    std::vector<double> part(threads), late(threads);
    std::latch first(threads), second(threads);
    run([&](int t) {
        for (int i = t; i < n; i += threads)
            part[t] += x[i] * x[i];
        first.count_down();
        first.wait();
        for (double p : part)
            late[t] += p * std::sin(part[t]);
        second.arrive_and_wait();
        if (t == 0)
            part[0] = 2;
    });
    double s = 0;
    for (double p : late)
        s += p * p;
    return s * part[0];
}

double binary(const double *x, int n)
{
    std::binary_semaphore free(1);
    double sum = 0.5;
    run([&](int t) {
        for (int i = t; i < n; i += threads) {
            free.acquire();
            sum = sum * (1 + 0.1 * x[i] * x[i]);
            free.release();
        }
    });
    return sum;
}

double handed(const double *x, int n)
{
    std::counting_semaphore<4> full(0), empty(4);
    double slot[4], sum = 0.5;
    std::thread consumer([&] {
        for (int i = 0; i < n; i++) {
            full.acquire();
            sum = std::cos(sum) + slot[i % 4];
            empty.release();
        }
    });
    for (int i = 0; i < n; i++) {
        empty.acquire();
        slot[i % 4] = x[i] * x[i];
        full.release();
    }
    consumer.join();
    return sum;
}
} // namespace

int main()
{
    double x[N];
    oracle_random(x, N, 7);
    FOR_THREADS(ORACLE_GRADIENT(barrier, x, N));
    FOR_THREADS(ORACLE_GRADIENT(completed, x, N));
    FOR_THREADS(ORACLE_GRADIENT(latch, x, N));
    FOR_THREADS(ORACLE_GRADIENT(binary, x, N));
    ORACLE_GRADIENT(handed, x, N);
    return oracle_result();
}
