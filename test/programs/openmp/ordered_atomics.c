/* Atomic operations that do more than add: the reverse sweep goes through them backwards. */
#include "teams.h"
#include <math.h>
#include <sched.h>
#include <stdatomic.h>

enum { N = 24 };

static double product(const double *x, int n)
{
    double p = 1, q = 2;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double v = 0.5 + x[i] * x[i];
#pragma omp atomic
        p *= v;
#pragma omp atomic
        q /= v;
    }
    return p * p + sin(1 / q);
}

/* Beside additions to the same number. */
static double extrema(const double *x, int n)
{
    double most = -1e9, least = 1e9, sum = 0;
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < n; i++) {
        double v = sin(x[i]) * (1 + i % 5);
#pragma omp atomic compare
        most = v > most ? v : most;
#pragma omp atomic compare
        if (v < least) {
            least = v;
        }
#pragma omp atomic
        sum += v * v;
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        most += 0.1 * x[i];
    }
    return most * least + sum * most;
}

/* What was taken out, and what is left in the end, are all numbers that there were. */
static double exchanged(const double *x, int n)
{
    double place = 0.25, sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++) {
        double own = x[i] * x[i], taken;
#pragma omp atomic capture
        {
            taken = place;
            place = own;
        }
        sum += exp(taken);
    }
    return sum + exp(place);
}

/* Sums of all that came before; how they came is fixed by a number that goes up. */
static double captured(const double *x, int n)
{
    atomic_int next = 0;
    double sum = 0.5, total = 0;
#pragma omp parallel for schedule(static, 1) reduction(+ : total)
    for (int i = 0; i < n; i++) {
        double before, behind, seen;
        while (atomic_load(&next) != i)
            sched_yield();
#pragma omp atomic capture
        {
            before = sum;
            sum += x[i];
        }
#pragma omp atomic capture
        behind = sum *= 0.5;
#pragma omp atomic read
        seen = sum;
#pragma omp atomic write
        sum = seen * 0.75 + x[i];
        atomic_store(&next, i + 1);
        total += before * behind + seen * x[i];
    }
    return total + sum;
}

/* An operation of C11, tried until it succeeds. */
static double tried(const double *x, int n)
{
    _Atomic double state = 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double old = atomic_load(&state), new;
        do
            new = old * (1 + 0.1 * x[i]);
        while (!atomic_compare_exchange_weak(&state, &old, new));
    }
    return state * state;
}

/* In several places, from a function. */
static void scale(double *at, double by)
{
#pragma omp atomic
    *at *= by;
}

static double several(const double *x, int n)
{
    double parts[4] = {1, 2, 3, 4};
    double sum = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        scale(&parts[i % 4], 1 + 0.01 * x[i]);
    for (int k = 0; k < 4; k++)
        sum += parts[k] * parts[k];
    return sum;
}

/* Only one thread has it, outside of regions. */
static double alone(const double *x, int n)
{
    double p = 1;
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        p *= 1 + 0.1 * x[i];
    }
    return p;
}

int main(void)
{
    double x[N];
    oracle_random(x, N, 7);
    FOR_TEAMS(ORACLE_GRADIENT(product, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(extrema, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(exchanged, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(tried, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(several, x, N));
    ORACLE_GRADIENT(alone, x, N);
    omp_set_num_threads(2);
    ORACLE_GRADIENT(captured, x, N);
    return oracle_result();
}
