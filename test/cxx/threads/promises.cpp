// std::promise: values that threads wait for.
#include "threads.h"
#include <cmath>
#include <future>
#include <thread>
#include <vector>

namespace
{
enum { N = 12 };

// There and back.
double promised(const double *x, int n)
{
    std::promise<double> there, back;
    std::future<double> asked = there.get_future(), answer = back.get_future();
    std::thread thread([&asked, &back, x, n] {
        double v = asked.get();
        back.set_value(v * v + x[n - 1]);
    });
    there.set_value(x[0] * std::cos(x[1]));
    double a = answer.get();
    thread.join();
    return a * x[2];
}

// What another thread has written counts when it says so.
double signalled(const double *x, int n)
{
    std::promise<void> go;
    std::future<void> gone = go.get_future();
    double shared = 0, result = 0;
    std::thread thread([&] {
        gone.wait();
        result = shared * shared * x[1];
    });
    shared = x[0] * std::cos(x[n - 1]);
    go.set_value();
    thread.join();
    return result;
}

// All threads wait for one value.
double shared(const double *x, int n)
{
    std::promise<double> promise;
    std::shared_future<double> future = promise.get_future().share();
    std::vector<double> sums(threads);
    std::vector<std::thread> team;
    for (int t = 0; t < threads; t++)
        team.emplace_back([future, &sums, x, n, t] {
            double scale = future.get();
            for (int i = t; i < n; i += threads)
                sums[t] += scale * x[i] * x[i];
        });
    promise.set_value(x[0] * x[1]);
    double s = 0;
    for (int t = 0; t < threads; t++) {
        team[t].join();
        s += sums[t] * sums[t];
    }
    return s;
}
} // namespace

int main()
{
    double x[N];
    oracle_random(x, N, 7);
    ORACLE_GRADIENT(promised, x, N);
    ORACLE_GRADIENT(signalled, x, N);
    FOR_THREADS(ORACLE_GRADIENT(shared, x, N));
    return oracle_result();
}
