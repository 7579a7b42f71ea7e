/* Numbers that threads change by attempts, where a change may leave the number as it was: the
 * exchange compares bits, which do not tell that another thread has been there. Attempts take
 * long, so that others come in between. */
#include <math.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include "teams.h"

enum { N = 24 };

static double slow(double x)
{
    double y = x;
    for (int k = 0; k < 200; k++)
        y = 1 + 0.5 * sin(y);
    return x + 0.01 * y;
}

/* All factors are 1 where x is 0; then no order of theirs differs from another. */
static double factors(const double *x, int n)
{
    _Atomic double s = 1;
#pragma omp parallel for schedule(monotonic : dynamic)
    for (int i = 0; i < n; i++) {
        double old = atomic_load(&s);
        while (!atomic_compare_exchange_weak(&s, &old, old * (1 + x[i] * slow(old))))
            ;
    }
    return s;
}

/* In an integer. Nothing is exchanged where the factor is below 0. */
static double positive_factors(const double *x, int n)
{
    _Atomic uint64_t s;
    double d = 1;
    uint64_t bits;
    memcpy(&bits, &d, sizeof d);
    atomic_store(&s, bits);
#pragma omp parallel for schedule(monotonic : dynamic)
    for (int i = 0; i < n; i++) {
        uint64_t old = atomic_load(&s), new;
        double now;
        do {
            memcpy(&now, &old, sizeof now);
            now *= 1 + x[i] * slow(now);
            if (now < 0)
                break;
            memcpy(&new, &now, sizeof now);
        } while (!atomic_compare_exchange_strong(&s, &old, new));
    }
    bits = atomic_load(&s);
    memcpy(&d, &bits, sizeof d);
    return d;
}

/* Attempts are counted, and the first one guesses what is there. */
static long failed, guessed;

static double counted(const double *x, int n)
{
    _Atomic double s = 1, t = 2;
#pragma omp parallel for schedule(monotonic : dynamic)
    for (int i = 0; i < n; i++) {
        double old = atomic_load(&s), guess = 1;
        while (!atomic_compare_exchange_weak(&s, &old, old * (1 + x[i] * slow(old)))) {
#pragma omp atomic
            failed++;
        }
        while (!atomic_compare_exchange_strong(&t, &guess, guess + x[i] * slow(guess) * guess))
            ;
#pragma omp atomic
        guessed += guess == 1;
    }
    return s * t;
}

/* Behind pointers, and from one change to the next with what was found before the last one. */
struct place {
    _Atomic double *number;
};

static double remembered(const double *x, int n)
{
    _Atomic double s = 1, t = 1;
    struct place places[2] = {{&s}, {&t}};
#pragma omp parallel
    {
        const struct place *p = &places[1];
        double seen = atomic_load(&s);
#pragma omp for schedule(monotonic : dynamic)
        for (int i = 0; i < n; i++) {
            while (!atomic_compare_exchange_weak(&s, &seen, seen * (1 + x[i] * slow(seen))))
                ;
            double old = atomic_load(p->number);
            while (!atomic_compare_exchange_weak(p->number, &old, old * (1 + x[i] * slow(old))))
                ;
        }
    }
    return s + t * t;
}

/* A maximum, which threads find to be there most often; the same number for all. */
static double maximum(const double *x, int n)
{
    _Atomic double s = -1;
    for (int i = 0; i < n; i++) {
        double old = atomic_load(&s), y = x[i] + slow(i);
        while (old < y && !atomic_compare_exchange_weak(&s, &old, y))
            ;
    }
#pragma omp parallel for schedule(monotonic : dynamic)
    for (int i = 0; i < n; i++) {
        double old = atomic_load(&s), y = x[i % 2] + slow(n);
        while (old < y && !atomic_compare_exchange_weak(&s, &old, y))
            ;
    }
    return s * s;
}

/* What is found is used for the next change, and a switch chooses it. */
static double reused(const double *x, int n)
{
    _Atomic double s = 1;
#pragma omp parallel for schedule(monotonic : dynamic)
    for (int i = 0; i < n; i++) {
        double old = s;
        for (int k = 0; k < 3; k++) {
            double factor;
            do {
                switch ((i + k) % 4) {
                case 0: factor = 1 + x[i]; break;
                case 1: factor = 1 - x[i]; break;
                case 2: factor = 1 + x[i] * slow(old); break;
                default: factor = 1;
                }
            } while (!atomic_compare_exchange_weak(&s, &old, old * factor));
            old = s;
        }
    }
    return s;
}

/* Only the first that comes finds the constant. */
static double first(const double *x, int n)
{
    _Atomic double place = -1;
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++) {
        double none = -1;
        if (atomic_compare_exchange_strong(&place, &none, 2 + x[0] * x[0]))
            sum += x[1];
        else
            sum += none * 0;
    }
    return sum * place;
}

int main(void)
{
    double x[N] = {0};
    FOR_TEAMS(ORACLE_GRADIENT(factors, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(positive_factors, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(counted, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(remembered, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(reused, x, N));
    x[1] = -0.25;
    FOR_TEAMS(ORACLE_GRADIENT(maximum, x, N));
    oracle_random(x, N, 3);
    FOR_TEAMS(ORACLE_GRADIENT(first, x, N));
    return oracle_result();
}
