// Tasks of C++: objects by value with constructors and destructors, members, lambdas, containers.
#include "../../programs/openmp/teams.h"
#include <cmath>
#include <memory>
#include <vector>

namespace
{
enum { N = 10 };

struct Scaled {
    std::vector<double> values;
    double factor;
    Scaled(double a, double b) : values{a, b}, factor(a * b)
    {
    }
    double sum() const
    {
        return (values[0] + values[1] * values[1]) * factor;
    }
};

double by_value(const double *x, int n)
{
    double y[N], s = 0;
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < n; i++) {
        Scaled own(x[i], x[(i + 1) % n]);
#pragma omp task firstprivate(own, i) shared(y)
        {
            own.factor += x[0];
            y[i] = own.sum();
        }
    }
    for (int i = 0; i < n; i++)
        s += y[i] * (i + 1);
    return s;
}

struct Tree {
    double value;
    std::unique_ptr<Tree> left, right;
    Tree(const double *x, int n) : value(x[n / 2])
    {
        if (n > 2) {
            left = std::make_unique<Tree>(x, n / 2);
            right = std::make_unique<Tree>(x + n / 2, n - n / 2);
        }
    }
    double product() const
    {
        double l = 1, r = 1;
#pragma omp task shared(l) if (left)
        if (left)
            l = left->product();
#pragma omp task shared(r)
        if (right)
            r = right->product();
#pragma omp taskwait
        return std::sin(value) + l * r * value;
    }
};

double tree(const double *x, int n)
{
    double s = 0;
    Tree t(x, n);
#pragma omp parallel
#pragma omp single
    s = t.product();
    return s;
}

double loop_of_objects(const double *x, int n)
{
    std::vector<double> y(static_cast<std::size_t>(n));
    Scaled own(x[0], x[1]);
#pragma omp parallel
#pragma omp single
#pragma omp taskloop firstprivate(own) grainsize(3)
    for (int i = 0; i < n; i++)
        y[static_cast<std::size_t>(i)] = own.sum() * x[i];
    double s = 0;
    for (double v : y)
        s = s * 0.5 + v;
    return s;
}

template <typename F> void each(int n, F f)
{
    for (int i = 0; i < n; i++) {
#pragma omp task firstprivate(i)
        f(i);
    }
#pragma omp taskwait
}

double lambdas(const double *x, int n)
{
    std::vector<double> y(static_cast<std::size_t>(n), 1.0);
    double s = 0;
#pragma omp parallel
#pragma omp single
    {
        each(n, [&](int i) { y[static_cast<std::size_t>(i)] *= x[i] * x[i]; });
        each(n, [&y, x](int i) { y[static_cast<std::size_t>(i)] += std::exp(x[i]); });
    }
    for (double v : y)
        s += v * v;
    return s;
}
} // namespace

int main()
{
    double x[N];
    oracle_random(x, N, 23);
    FOR_TEAMS(ORACLE_GRADIENT(by_value, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(tree, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(loop_of_objects, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(lambdas, x, N));
    return oracle_result();
}
