/* Several loops in a region, regions in regions. */
#include "own.h"

/* ---- several loops in a region ---- */

F(behind_a_barrier)
{
    double z[N] = {0};
    (void)m;
#pragma omp parallel
    {
#pragma omp for
        for (int i = 0; i < n; i++)
            z[i] = x[i] * x[i];
#pragma omp for
        for (int i = 0; i < n; i++)
            y[i] = z[n - 1 - i] * x[n - 1 - i];
    }
}

F(crossing)
{
    double z[N] = {0};
    (void)m;
#pragma omp parallel
    {
#pragma omp for nowait
        for (int i = 0; i < n; i++)
            z[i] = x[i] * x[i];
#pragma omp for
        for (int i = 0; i < n; i++)
            y[i] = 3 * x[n - 1 - i];
#pragma omp for
        for (int i = 0; i < n; i++)
            y[i] += z[i];
    }
}

F(same_share)
{
    (void)m;
#pragma omp parallel
    {
#pragma omp for schedule(static) nowait
        for (int i = 0; i < n; i++)
            y[i] = x[i] * x[i];
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++)
            y[i] += 2 * x[i];
    }
}

F(other_share)
{
    double z[N] = {0};
    (void)m;
#pragma omp parallel
    {
#pragma omp for schedule(static) nowait
        for (int i = 0; i < n; i++)
            z[i] = x[i] * x[i];
#pragma omp for schedule(static)
        for (int i = 0; i < n / 2; i++)
            y[i] = 2 * x[i];
    }
    for (int i = 0; i < n; i++)
        y[i] += z[i];
}

F(beside_a_master)
{
    double z = 0;
    (void)m;
#pragma omp parallel
    {
#pragma omp master
        for (int i = 0; i < n; i++)
            z += x[i];
#pragma omp for
        for (int i = 0; i < n; i++)
            y[i] = x[i] * x[i];
    }
    y[0] += z;
}

F(beside_a_critical_section)
{
    double z = 0;
    (void)m;
#pragma omp parallel
    {
#pragma omp for nowait
        for (int i = 0; i < n; i++)
            y[i] = x[i] * x[i];
#pragma omp critical
        z += x[n / 2] * (omp_get_thread_num() == 0);
    }
    y[0] += z;
}

F(in_steps)
{
    double z[2][N] = {{0}};
    (void)m;
#pragma omp parallel
    for (int t = 0; t < 3; t++) {
        const double *from = t == 0 ? x : z[t % 2];
        double *to = t == 2 ? y : z[(t + 1) % 2];
#pragma omp for
        for (int i = 1; i < n - 1; i++)
            to[i] = from[i - 1] + 2 * from[i] - from[i + 1];
    }
}

F(moving)
{
    double z[N] = {0};
    (void)m;
#pragma omp parallel
    for (int t = 0; t < 3; t++) {
#pragma omp for schedule(static) nowait
        for (int i = 0; i < n - 20 * t; i++)
            z[i] += x[i + 10 * t] * x[i];
#pragma omp barrier
    }
    memcpy(y, z, sizeof(double) * (size_t)n);
}

F(changed_in_the_region)
{
    int shift = 0;
    (void)m;
#pragma omp parallel
    {
#pragma omp single
        shift = n / 2;
#pragma omp for
        for (int i = 0; i < n / 2; i++)
            y[i] = x[i + shift] * x[n / 2 + i] + x[i];
    }
}

F(different_in_each_thread)
{
    (void)m;
#pragma omp parallel
    {
        int shift = omp_get_thread_num();
#pragma omp for
        for (int i = 0; i < n - 8; i++)
            y[i] = x[i + shift] * 0 + x[i + 8 - shift] * 0 + x[i];
    }
}

F(parts_by_number)
{
    (void)m;
#pragma omp parallel
    {
        int t = omp_get_thread_num(), k = omp_get_num_threads(), each = n / k;
        for (int i = t * each; i < (t == k - 1 ? n - 1 : (t + 1) * each); i++)
            y[i] = x[i] * x[i + 1];
    }
}

/* ---- regions in regions, and functions ---- */

static void inner(const double *x, double *y, int n)
{
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[i];
}

F(nested)
{
    (void)m;
#pragma omp parallel for num_threads(2)
    for (int k = 0; k < 2; k++)
        inner(x, y + k * (n / 2), n / 2);
}

static void alone(const double *x, double *y, int n)
{
#pragma omp parallel for if (n < 0)
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[i];
}

F(by_each_thread)
{
    (void)m;
#pragma omp parallel for
    for (int k = 0; k < 8; k++)
        alone(x, y + k * (n / 8), n / 8);
}

__attribute__((noinline)) static void shared_loop(const double *x, double *y, int n)
{
#pragma omp for nowait
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[n - 1 - i];
}

F(in_functions)
{
    double z[N] = {0};
    (void)m;
#pragma omp parallel
    {
        shared_loop(x, z, n);
        shared_loop(x, y, n);
    }
    for (int i = 0; i < n; i++)
        y[i] += z[i];
}

#define PART_0(X) X(behind_a_barrier) X(crossing) X(same_share) X(other_share) X(beside_a_master)
#define PART_1(X)                                                                                  \
    X(beside_a_critical_section)                                                                   \
    X(in_steps) X(moving) X(changed_in_the_region) X(different_in_each_thread)
#define PART_2(X) X(parts_by_number) X(nested) X(by_each_thread) X(in_functions)
#define ALL(X)    PART_0(X) PART_1(X) PART_2(X)
TEST_ALL
