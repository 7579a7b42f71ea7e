// What threads of a team do with objects: virtual calls, containers, exceptions, memory.
#include "oracle.h"
#include "oracle_calls.h"
#include <cmath>
#include <cstdio>
#include <functional>
#include <memory>
#include <omp.h>
#include <vector>

enum { N = 10 };

struct shape {
    virtual ~shape()
    {
    }
    virtual double area(double s) const = 0;
};

struct square : shape {
    double k;
    explicit square(double k) : k(k)
    {
    }
    double area(double s) const override
    {
        return k * s * s;
    }
};

struct circle : shape {
    double r;
    explicit circle(double r) : r(r)
    {
    }
    double area(double s) const override
    {
        return 3.14 * r * std::sin(s);
    }
};

static double virtual_calls(const double *x, int n)
{
    std::vector<std::unique_ptr<shape>> v;
    for (int i = 0; i < n; i++)
        if (i % 2)
            v.emplace_back(new square(x[i]));
        else
            v.emplace_back(new circle(x[i]));
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += v[i]->area(x[(i + 1) % n]);
    return s;
}

static double rows(const double *x, int n)
{
    std::vector<std::vector<double>> a(n, std::vector<double>(4));
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 4; k++)
            a[i][k] = x[i] * x[(i + k) % n];
    double s = 0;
#pragma omp parallel for collapse(2) reduction(+ : s)
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 4; k++)
            s += a[i][k] * a[(i + 1) % n][k];
    return s;
}

static double caught_inside(const double *x, int n)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++) {
        try {
            if (x[i] > 0)
                throw x[i] * x[i];
            s += x[i];
        } catch (double d) {
            s += 2 * d;
        }
    }
    return s;
}

static double through_pointers(const double *x, int n)
{
    double (*f[3])(double) = {std::sin, std::cos, std::exp};
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += f[i % 3](x[i]);
    return s;
}

static double part_per_thread(const double *x, int n)
{
    int T = omp_get_max_threads();
    std::vector<double> buf(T * n, 0.0);
#pragma omp parallel
    {
        double *b = &buf[omp_get_thread_num() * n];
#pragma omp for
        for (int i = 0; i < n; i++)
            for (int k = 0; k < n; k++)
                b[k] += x[i] * x[k] * (i - k);
    }
    double s = 0;
    for (int t = 0; t < T; t++)
        for (int k = 0; k < n; k++)
            s += buf[t * n + k] * x[k];
    return s;
}

static double made_in_threads(const double *x, int n)
{
    std::vector<double *> p(n);
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        p[i] = new double[2];
        p[i][0] = x[i] * x[i];
        p[i][1] = std::sin(x[i]);
    }
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += p[i][0] * p[(i + 1) % n][1];
    for (int i = 0; i < n; i++)
        delete[] p[i];
    return s;
}

static double rec(double v, int d)
{
    return d ? rec(v * v * 0.9 + 0.1, d - 1) * v : v;
}

static double recursive(const double *x, int n)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s) schedule(dynamic)
    for (int i = 0; i < n; i++)
        s += rec(x[i], 1 + i % 4);
    return s;
}

static double function_objects(const double *x, int n)
{
    std::function<double(int)> g = [=](int i) { return x[i] * x[(i + 1) % n]; };
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += g(i);
    return s;
}

static double prints(const double *x, int n)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++) {
        if (x[i] > 5)
            std::printf("%g\n", x[i]);
        s += x[i] * x[i];
    }
    return s;
}

struct simulation {
    int n;
    std::vector<double> u, w;
    double dt;
    void step()
    {
#pragma omp parallel for
        for (int i = 1; i < n - 1; i++)
            w[i] = u[i] + dt * (u[i - 1] - 2 * u[i] + u[i + 1]) * u[i];
        u.swap(w);
    }
};

static double steps(const double *x, int n)
{
    simulation s{n, {x, x + n}, {x, x + n}, 0.1 * x[0]};
    for (int t = 0; t < 7; t++)
        s.step();
    double r = 0;
    for (double v : s.u)
        r += v * v;
    return r;
}
#define CHECK_TEAMS(f)                                                                             \
    for (int threads : {1, 2, 3, 4}) {                                                             \
        omp_set_num_threads(threads);                                                              \
        ORACLE_GRADIENT(f, x, N);                                                                  \
    }                                                                                              \
    static_assert(true)

int main()
{
    double x[N];
    oracle_random(x, N, 3);
    CHECK_TEAMS(virtual_calls);
    CHECK_TEAMS(rows);
    CHECK_TEAMS(caught_inside);
    CHECK_TEAMS(through_pointers);
    CHECK_TEAMS(part_per_thread);
    CHECK_TEAMS(made_in_threads);
    CHECK_TEAMS(recursive);
    CHECK_TEAMS(function_objects);
    CHECK_TEAMS(prints);
    CHECK_TEAMS(steps);
    return oracle_result();
}
