// Parallel loops over containers, objects and what lambdas capture.
#include "oracle.h"
#include "oracle_calls.h"
#include <cmath>
#include <numeric>
#include <omp.h>
#include <vector>

enum { N = 12 };

static double vectors(const double *x, int n)
{
    std::vector<double> y(n), z(n);
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[i];
#pragma omp parallel for
    for (std::size_t i = 0; i < y.size(); i++)
        z[i] = std::sin(y[i]) * y[(i + 1) % y.size()];
    return std::accumulate(z.begin(), z.end(), 0.0);
}

struct model {
    std::vector<double> weights;
    double bias;
    double operator()(double v) const
    {
        double r = bias;
        for (double w : weights)
            r = r * v + w;
        return r;
    }
};

static double fit(const double *x, int n)
{
    model m{std::vector<double>(x, x + 4), x[4]};
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++) {
        double d = m(x[i]) - 1;
        s += d * d;
    }
    return s;
}

static double own_vectors(const double *x, int n)
{
    double s = 0;
#pragma omp parallel reduction(+ : s)
    {
        std::vector<double> own;
#pragma omp for
        for (int i = 0; i < n; i++)
            own.push_back(x[i] * x[(i + 1) % n]);
        for (double v : own)
            s += v * v;
    }
    return s;
}

static double captured(const double *x, int n)
{
    double s = 0, c = x[0];
    auto f = [&](int i) { return c * x[i] * x[i]; };
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += f(i);
    return s;
}

struct particle {
    double place[3], mass;
};

static double attraction(const double *x, int n)
{
    std::vector<particle> all(n);
    for (int i = 0; i < n; i++)
        all[i] = particle{{x[i], x[(i + 1) % n], 0.5}, 1 + x[i] * x[i]};
    std::vector<double> energy(n);
#pragma omp parallel for schedule(guided)
    for (int i = 0; i < n; i++) {
        particle a = all[i];
        double e = 0;
        for (const particle &b : all) {
            double square = 0.1;
            for (int c = 0; c < 3; c++)
                square += (a.place[c] - b.place[c]) * (a.place[c] - b.place[c]);
            e += a.mass * b.mass / std::sqrt(square);
        }
        energy[i] = e;
    }
    double s = 0;
    for (double e : energy)
        s += e;
    return s;
}

static double grown(const double *x, int n)
{
    std::vector<double> all(x, x + n);
    double s = 0;
#pragma omp parallel
    {
#pragma omp single
        for (int i = 0; i < n; i++)
            all.push_back(all[i] * x[i]);
#pragma omp for reduction(+ : s)
        for (int i = 0; i < 2 * n; i++)
            s += all[i] * all[i];
    }
    return s;
}

static double merged(const double *x, int n)
{
    std::vector<double> all;
    double s = 0;
#pragma omp parallel
    {
        std::vector<double> own;
#pragma omp for
        for (int i = 0; i < n; i++)
            own.push_back(std::sin(x[i]));
#pragma omp critical
        all.insert(all.end(), own.begin(), own.end());
    }
    for (double v : all)
        s += v * v;
    return s;
}

int main()
{
    double x[N];
    oracle_random(x, N, 3);
    for (int threads : {1, 2, 3, 4, 8}) {
        omp_set_num_threads(threads);
        ORACLE_GRADIENT(vectors, x, N);
        ORACLE_GRADIENT(fit, x, N);
        ORACLE_GRADIENT(own_vectors, x, N);
        ORACLE_GRADIENT(captured, x, N);
        ORACLE_GRADIENT(attraction, x, N);
        ORACLE_GRADIENT(grown, x, N);
        ORACLE_GRADIENT(merged, x, N);
    }
    return oracle_result();
}
