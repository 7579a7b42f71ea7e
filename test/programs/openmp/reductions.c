/* Reductions: each thread has a part of its own, and the parts become one. */
#include "teams.h"
#include <math.h>

enum { N = 17 };

static double sum(const double *x, int n)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += x[i] * x[i] * (i + 1);
    return s;
}

static double difference(const double *x, int n)
{
    double s = x[0];
#pragma omp parallel for reduction(- : s) schedule(dynamic)
    for (int i = 0; i < n; i++)
        s -= sin(x[i]);
    return s * s;
}

static double product(const double *x, int n)
{
    double p = x[0];
#pragma omp parallel for reduction(* : p)
    for (int i = 0; i < n; i++)
        p *= 1 + 0.5 * x[i];
    return p;
}

static double largest(const double *x, int n)
{
    double most = -10, least = 10;
#pragma omp parallel for reduction(max : most) reduction(min : least)
    for (int i = 0; i < n; i++) {
        double v = x[i] * x[i] + x[(i + 1) % n];
        most = v > most ? v : most;
        least = v < least ? v : least;
    }
    return most * least + most;
}

static double several(const double *x, int n)
{
    double s = 0, squares = 1;
    int count = 0;
#pragma omp parallel for reduction(+ : s, squares, count)
    for (int i = 0; i < n; i++) {
        s += x[i];
        squares += x[i] * x[i];
        count += x[i] > 0;
    }
    return s * squares + count * s;
}

static double histogram(const double *x, int n)
{
    double bins[4] = {0, 1, 2, 3}, r = 0;
#pragma omp parallel for reduction(+ : bins[ : 4])
    for (int i = 0; i < n; i++)
        bins[i % 4] += x[i] * x[i];
    for (int k = 0; k < 4; k++)
        r += bins[k] * bins[k];
    return r;
}

struct moments {
    double first, second;
};

static struct moments joined(struct moments a, struct moments b)
{
    return (struct moments){a.first + b.first, a.second + b.second};
}

#pragma omp declare reduction(join : struct moments : omp_out = joined(omp_out, omp_in))           \
    initializer(omp_priv = (struct moments){0, 0})

static double declared(const double *x, int n)
{
    struct moments m = {0, 0};
#pragma omp parallel for reduction(join : m)
    for (int i = 0; i < n; i++) {
        m.first += x[i];
        m.second += x[i] * x[i];
    }
    return m.second - m.first * m.first / n;
}

static double in_region(const double *x, int n)
{
    double s = 0, mean = 0;
#pragma omp parallel
    {
#pragma omp for reduction(+ : mean)
        for (int i = 0; i < n; i++)
            mean += x[i] / n;
#pragma omp for reduction(+ : s)
        for (int i = 0; i < n; i++)
            s += (x[i] - mean) * (x[i] - mean);
    }
    return s;
}

static float of_floats(const float *x, int n)
{
    float s = 1;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += x[i] * x[i];
    return s;
}

static double narrow(const double *x, int n)
{
    float copy[N];
    for (int i = 0; i < n; i++)
        copy[i] = (float)x[i];
    return of_floats(copy, n);
}

static double simd(const double *x, int n)
{
    double s = 0;
#pragma omp parallel for simd reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += x[i] * x[i];
    return s;
}

int main(void)
{
    double x[N], got[N];
    oracle_random(x, N, 3);
    FOR_TEAMS(ORACLE_GRADIENT(sum, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(difference, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(product, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(largest, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(several, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(histogram, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(declared, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(in_region, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(simd, x, N));
    FOR_TEAMS({
        GRADIENT(narrow, x, got, N);
        for (int i = 0; i < N; i++)
            CHECK_FLOAT(got[i], 2 * x[i]);
    });
    return oracle_result();
}
