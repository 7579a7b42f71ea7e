/* What one thread has computed, the others get in variables of their own. */
#include "teams.h"
#include <math.h>

enum { N = 12 };

static double by_one(const double *x, int n)
{
    double sum = 0;
#pragma omp parallel reduction(+ : sum)
    {
        double t = 1, pair[2] = {0, 0};
        int k = 0;
#pragma omp single copyprivate(t, pair, k)
        {
            t = x[0] * x[1];
            pair[0] = sin(x[2]), pair[1] = x[3] * x[3];
            k = 2;
        }
#pragma omp for
        for (int i = 0; i < n; i++)
            sum += t * x[i] * pair[i % 2] * k;
    }
    return sum;
}

/* In a loop, where what was handed out is changed before the next time. */
static double again(const double *x, int n)
{
    double sum = 0, total = 0;
#pragma omp parallel reduction(+ : sum)
    {
        double t = 0.5;
        for (int round = 0; round < 4; round++) {
#pragma omp single copyprivate(t)
            {
                t = t * x[round] + 1;
                total += t * t;
            }
#pragma omp for
            for (int i = 0; i < n; i++)
                sum += t * x[i];
            t *= 0.5;
        }
    }
    return sum + total;
}

/* Teams beside each other. */
static double nested(const double *x, int n)
{
    double sum = 0;
#pragma omp parallel for reduction(+ : sum) num_threads(2)
    for (int i = 0; i < n; i++) {
        double part = 0;
#pragma omp parallel reduction(+ : part) num_threads(2)
        {
            double t;
#pragma omp single copyprivate(t)
            t = x[i] * x[i];
#pragma omp for
            for (int k = 0; k < 3; k++)
                part += t * x[k];
        }
        sum += part * part;
    }
    return sum;
}

/* Derivatives that several threads call at the same time. */
enum { CALLS = 200 };
static double x_of[CALLS][N], dx_of[CALLS][N];

static void many_at_once(void)
{
#pragma omp parallel for num_threads(4) schedule(dynamic)
    for (int i = 0; i < CALLS; i++)
        GRADIENT(by_one, x_of[i], dx_of[i], N);
    for (int i = 0; i < CALLS; i++) {
        double alone[N] = {0};
        GRADIENT(by_one, x_of[i], alone, N);
        for (int k = 0; k < N; k++)
            CHECK(dx_of[i][k], alone[k]);
    }
}

int main(void)
{
    double x[N];
    oracle_random(x, N, 7);
    FOR_TEAMS(ORACLE_GRADIENT(by_one, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(again, x, N));
    allow_levels(2);
    ORACLE_GRADIENT(nested, x, N);
    for (int i = 0; i < CALLS; i++)
        oracle_random(x_of[i], N, (unsigned)i);
    many_at_once();
    return oracle_result();
}
