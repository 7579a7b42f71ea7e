// Variables that each thread has: with a constructor, of classes, in functions; in regions and in
// threads that the program starts.
#include "oracle.h"
#include "oracle_calls.h"
#include <cmath>
#include <omp.h>
#include <thread>

namespace
{
const int N = 10;

double begin()
{
    return 0.25 * N;
}

struct Filter {
    double state, gain;
    int steps = 0;
    Filter() : state(1), gain(begin())
    {
    }
    double step(double v)
    {
        steps++;
        state = gain * std::sin(state) + v * v;
        gain = gain * 0.9 + 0.01 * steps * v;
        return state * gain;
    }
};

struct Holder {
    static thread_local double sum;
};
thread_local double Holder::sum = 0;
thread_local Filter filter;

double running(double v)
{
    static thread_local double last = 0.5;
    last = last * v + v * v;
    return last;
}

double part(const double *x, int first, int n)
{
    filter = Filter();
    Holder::sum = 0;
    for (int i = first; i < n; i++)
        Holder::sum += filter.step(x[i]) * x[first];
    return Holder::sum * Holder::sum;
}

double in_region(const double *x, int n)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s) schedule(static)
    for (int k = 0; k < 4; k++)
        s += part(x, k, n);
    return s;
}

double in_threads(const double *x, int n)
{
    double s[2] = {0, 0};
    std::thread first([&] { s[0] = part(x, 1, n) + running(x[0]) * running(x[1]); }),
        second([&] { s[1] = part(x, 2, n) * running(x[2]); });
    first.join();
    second.join();
    return s[0] * s[1];
}
} // namespace

int main()
{
    double x[N];
    for (int i = 0; i < N; i++)
        x[i] = 0.3 + 0.05 * (i % 4);
    for (int t = 1; t <= 3; t++) {
        omp_set_num_threads(t);
        ORACLE_GRADIENT(in_region, x, N);
    }
    ORACLE_GRADIENT(in_threads, x, N);
    return oracle_result();
}
