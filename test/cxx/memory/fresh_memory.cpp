// Memory that a loop allocates anew: what earlier iterations read stays as it was.
#include "oracle.h"
#include <cmath>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <vector>

using vec = std::vector<double>;

static vec squares(const vec &x)
{
    vec y(x);
    for (std::size_t i = 0; i < y.size(); i++)
        y[i] = y[i] * x[i] + 0.5 * x[(i + 1) % x.size()];
    return y;
}

// Each iteration reads what the one before has allocated.
static double handed_on(const double *p, int n)
{
    vec x(p, p + n);
    for (int t = 0; t < 5; t++)
        x = squares(x);
    return std::accumulate(x.begin(), x.end(), 0.0);
}

// Two vectors change places, one of them is allocated anew every other time.
static double sometimes(const double *p, int n)
{
    vec x(p, p + n), y(n, 1.0);
    for (int t = 0; t < 6; t++) {
        if (t % 2)
            y = vec(n, 0.3);
        for (int i = 0; i < n; i++)
            y[i] = y[i] * x[i] + std::sin(x[i]);
        x.swap(y);
    }
    return std::accumulate(x.begin(), x.end(), 0.0) + 0.1 * y[0];
}

// The pointer is kept, and written through after the next allocation.
static double kept(const double *p, int n)
{
    std::vector<std::unique_ptr<double[]>> all;
    double s = 0;
    for (int t = 0; t < 4; t++) {
        all.emplace_back(new double[n]);
        for (int i = 0; i < n; i++)
            all.back()[i] = p[i] * (t + 1);
        for (auto &a : all)
            for (int i = 0; i < n; i++) {
                s += a[i] * a[i];
                a[i] = a[i] * 0.9 + p[i] * p[0];
            }
    }
    return s;
}

// A buffer that is found in memory, and one that is allocated, in one loop.
struct stack {
    double *data = nullptr;
    int used = 0;
    ~stack()
    {
        delete[] data;
    }
    void push(double x, int room)
    {
        if (!data)
            data = new double[room];
        data[used++] = x;
    }
};

static double through_memory(const double *p, int n)
{
    double s = 0;
    for (int t = 0; t < 3; t++) {
        stack a;
        for (int i = 0; i < n; i++) {
            a.push(p[i] * (i + t), n);
            s += a.data[i / 2] * a.data[i];
            a.data[i / 2] *= 1.5;
        }
        s += a.data[0];
    }
    return s;
}

// malloc in a loop, reached through what may be null.
static double maybe_null(const double *p, int n)
{
    double s = 0, *last = nullptr;
    for (int t = 0; t < 6; t++) {
        double *now = t % 3 == 1 ? nullptr : static_cast<double *>(std::malloc(n * sizeof(double)));
        if (now)
            for (int i = 0; i < n; i++)
                now[i] = p[i] * p[i] + (last ? last[i] * last[i] : 0.2);
        if (last && now)
            for (int i = 0; i < n; i++) {
                s += last[i] * now[i];
                last[i] = 0;
            }
        if (now) {
            std::free(last);
            last = now;
        }
    }
    for (int i = 0; i < n; i++)
        s += last[i];
    std::free(last);
    return s;
}

// The memory of the last iteration is written again before it is given up.
static double again(const double *p, int n)
{
    double *old = new double[n]();
    double s = 0;
    for (int t = 0; t < 5; t++) {
        double *now = new double[n];
        for (int i = 0; i < n; i++)
            now[i] = std::exp(0.1 * p[i]) + old[i] * p[i];
        for (int i = 0; i < n; i++)
            old[i] = now[i] * now[(i + 1) % n];
        for (int i = 0; i < n; i++)
            s += old[i] * now[i];
        delete[] old;
        old = now;
    }
    delete[] old;
    return s;
}

// What is written is not the block of this iteration, but that of two before.
static double two_back(const double *p, int n)
{
    double s = 0, *last = nullptr, *other = nullptr;
    for (int t = 0; t < 6; t++) {
        double *now = static_cast<double *>(std::malloc(n * sizeof(double)));
        for (int i = 0; i < n; i++)
            now[i] = p[i] * (t + 1) + (last ? 0.3 * last[i] : 0.0);
        if (other)
            for (int i = 0; i < n; i++)
                other[i] = 0.5 * now[i] * p[i];
        if (last)
            for (int i = 0; i < n; i++)
                s += last[i] * last[i] * now[i];
        if (other) {
            for (int i = 0; i < n; i++)
                s += std::sin(other[i]);
            std::free(other);
        }
        other = last;
        last = now;
    }
    std::free(last);
    std::free(other);
    return s;
}

// The same with the variables in the other order.
static double back_two(const double *p, int n)
{
    double s = 0, *other = nullptr, *last = nullptr;
    for (int t = 0; t < 6; t++) {
        double *now = static_cast<double *>(std::malloc(n * sizeof(double)));
        for (int i = 0; i < n; i++)
            now[i] = p[i] * p[i] * (t + 1);
        for (int i = 0; i < n && last; i++)
            s += last[i] * now[i];
        for (int i = 0; i < n && other; i++)
            other[i] *= 0.5;
        if (other)
            std::free(other);
        other = last;
        last = now;
    }
    std::free(last);
    std::free(other);
    return s;
}

// Scratch that each iteration of a loop with state allocates for itself.
static double scratch(const double *p, int n)
{
    vec u(p, p + n);
    for (int t = 0; t < 7; t++) {
        double *k = new double[n];
        for (int i = 0; i < n; i++)
            k[i] = u[i] * u[(i + 1) % n];
        for (int i = 0; i < n; i++)
            u[i] += 0.1 * k[i] * k[i];
        delete[] k;
    }
    return std::accumulate(u.begin(), u.end(), 0.0);
}

int main()
{
    const double p[] = {0.3, -0.2, 0.7, 1.1, -0.6};
    ORACLE_GRADIENT(handed_on, p, 5);
    ORACLE_GRADIENT(sometimes, p, 5);
    ORACLE_GRADIENT(kept, p, 5);
    ORACLE_GRADIENT(through_memory, p, 5);
    ORACLE_GRADIENT(maybe_null, p, 5);
    ORACLE_GRADIENT(again, p, 5);
    ORACLE_GRADIENT(two_back, p, 5);
    ORACLE_GRADIENT(back_two, p, 5);
    ORACLE_GRADIENT(scratch, p, 5);
    return oracle_result();
}
