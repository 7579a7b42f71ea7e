// Variables that each thread has: with a constructor, of classes, in functions; in regions and in
// threads that the program starts.
#include "oracle.h"
#include "oracle_calls.h"
#include <cmath>
#include <omp.h>
#include <string>
#include <thread>
#include <vector>

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

thread_local std::string text = std::string(N / 10, 'a');
thread_local std::vector<int> places;

// Objects with pointers, which carry no derivatives.
double with_text(const double *x, int n)
{
    double s = 0;
#pragma omp parallel reduction(+ : s)
    {
        text = "some";
        places.assign(3, omp_get_thread_num());
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++) {
            places[i % 3] = i;
            if (i % 4 == 3)
                text += "more text than fits into the object";
            s += x[i] * x[i] * double(text.size()) / 10 * x[places[i % 3]];
            text.resize(4);
        }
    }
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
        ORACLE_GRADIENT(with_text, x, N);
    }
    ORACLE_GRADIENT(in_threads, x, N);
    return oracle_result();
}
