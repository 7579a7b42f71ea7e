/* Threads of a region that wait for each other by atomic accesses. */
#include "teams.h"
#include <math.h>
#include <sched.h>
#include <stdatomic.h>

enum { N = 16 };

/* One after the other, by a number that goes up: what does not commute. */
static double in_turn(const double *x, int n)
{
    atomic_int next = 0;
    double state = 0.5;
#pragma omp parallel for schedule(static, 1)
    for (int i = 0; i < n; i++) {
        while (atomic_load(&next) != i)
            sched_yield();
        state = state * state * 0.5 + sin(x[i]);
        atomic_store(&next, i + 1);
    }
    return state;
}

/* The same with what OpenMP has. */
static double with_flushes(const double *x, int n)
{
    int next = 0;
    double state = 0.5;
#pragma omp parallel for schedule(static, 1)
    for (int i = 0; i < n; i++) {
        for (int seen = -1; seen != i; sched_yield()) {
#pragma omp atomic read
            seen = next;
        }
#pragma omp flush
        state = cos(state) * x[i] + state;
#pragma omp flush
#pragma omp atomic write
        next = i + 1;
    }
    return state;
}

/* The last thread that arrives puts all parts together. */
static double last_adds_up(const double *x, int n)
{
    atomic_int arrived = 0;
    double part[64], product = 1;
#pragma omp parallel
    {
        int t = omp_get_thread_num(), threads = omp_get_num_threads();
        double own = 0;
        for (int i = t; i < n; i += threads)
            own += x[i] * x[i];
        part[t] = own;
        if (atomic_fetch_add(&arrived, 1) == threads - 1)
            for (int k = 0; k < threads; k++)
                product *= 1 + 0.1 * part[k];
    }
    return product;
}

int main(void)
{
    double x[N];
    oracle_random(x, N, 7);
    FOR_TEAMS(ORACLE_GRADIENT(last_adds_up, x, N));
    omp_set_num_threads(2);
    ORACLE_GRADIENT(in_turn, x, N);
    if (!SANITIZED) /* nor flushes */
        ORACLE_GRADIENT(with_flushes, x, N);
    return oracle_result();
}
