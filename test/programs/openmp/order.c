/* Threads that wait for each other, or come one after the other. */
#include "teams.h"
#include <math.h>

enum { N = 16 };

static double barriers(const double *x, int n)
{
    double part[64], s = 0;
    for (int t = 0; t < 64; t++)
        part[t] = 0;
#pragma omp parallel
    {
        int t = omp_get_thread_num(), threads = omp_get_num_threads();
        for (int i = t; i < n; i += threads)
            part[t] += x[i] * x[i];
#pragma omp barrier
        double next = part[(t + 1) % threads];
#pragma omp barrier
        part[t] = next * next;
#pragma omp barrier
        part[t + 32] = part[threads - 1 - t] * x[0];
    }
    for (int t = 0; t < 64; t++)
        s += part[t];
    return s;
}

static double critical(const double *x, int n)
{
    double s = 0, p = 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double v = x[i] * x[i];
#pragma omp critical
        {
            s += v;
            p *= 1 + 0.1 * v;
        }
    }
    return s * p;
}

static double two_names(const double *x, int n)
{
    double s = 1, p = 1;
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < n; i++) {
#pragma omp critical(sums)
        s *= 1 + 0.1 * x[i];
#pragma omp critical(products)
        {
            p *= 1.1 + 0.1 * x[i] * x[i];
#pragma omp critical(sums)
            s *= 1 + 0.01 * x[i];
        }
    }
    return s * p;
}

static double not_commuting(const double *x, int n)
{
    double s = 0.5;
#pragma omp parallel for ordered
    for (int i = 0; i < n; i++) {
        double v = sin(x[i]);
#pragma omp ordered
        s = s * s * 0.5 + v;
    }
    return s;
}

static double ordered_chunks(const double *x, int n)
{
    double s = 0.5;
#pragma omp parallel for ordered schedule(dynamic, 2)
    for (int i = 0; i < n; i++) {
        double v = x[i] * x[i];
#pragma omp ordered
        s = cos(s) * v + s;
    }
    return s;
}

static double single(const double *x, int n)
{
    double factor = 0, y[N], s = 0;
#pragma omp parallel
    {
#pragma omp single
        factor = x[0] * x[1];
#pragma omp for
        for (int i = 0; i < n; i++)
            y[i] = factor * x[i];
#pragma omp single
        {
            for (int i = 0; i < n; i++)
                s += y[i] * y[i];
        }
#pragma omp master
        s *= x[2];
    }
    return s;
}

static double sections(const double *x, int n)
{
    double a = 0, b = 0, c = 0;
#pragma omp parallel sections
    {
#pragma omp section
        for (int i = 0; i < n; i++)
            a += x[i] * x[i];
#pragma omp section
        for (int i = 0; i < n; i++)
            b += sin(x[i]);
#pragma omp section
        c = x[0] * x[n - 1];
    }
    return a * b + c;
}

static double branches(const double *x, int n)
{
    double s = 0;
#pragma omp parallel
    {
        double own = 0;
        int t = omp_get_thread_num();
        for (int i = t; i < n; i += omp_get_num_threads()) {
            if (x[i] > 0) {
#pragma omp critical
                s += x[i] * x[i];
            } else
                own += x[i] * x[i] * x[i];
        }
#pragma omp critical
        s += own;
    }
    return s;
}

static void wait_for_all(void)
{
#pragma omp barrier
}

static double barrier_in_function(const double *x, int n)
{
    double y[N], s = 0;
#pragma omp parallel
    {
        int t = omp_get_thread_num(), threads = omp_get_num_threads();
        for (int i = t; i < n; i += threads)
            y[i] = x[i] * x[i];
        wait_for_all();
        for (int i = t; i < n; i += threads) {
            double v = y[n - 1 - i] * x[i];
#pragma omp atomic
            s += v;
        }
    }
    return s;
}

int main(void)
{
    double x[N];
    oracle_random(x, N, 7);
    FOR_TEAMS(ORACLE_GRADIENT(barriers, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(critical, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(two_names, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(not_commuting, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(ordered_chunks, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(single, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(sections, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(branches, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(barrier_in_function, x, N));
    return oracle_result();
}
