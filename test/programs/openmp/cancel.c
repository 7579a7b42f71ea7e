/* Loops and sections that are left early, by cancel: what is calculated does not depend on
 * which thread comes when. Cancelling is switched on by the environment, so that the program runs
 * itself once more. */
#define _GNU_SOURCE /* setenv */
#include "teams.h"
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

enum { N = 24 };

/* Each thread cancels at its first iteration behind `last`, if it has one. */
static double loops(const double *x, int n)
{
    double y[N] = {0}, s = 0;
    int last = n / 2;
#pragma omp parallel
    {
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++) {
            if (i >= last) {
#pragma omp cancel for
            } else {
                y[i] = x[i] * x[i];
            }
        }
#pragma omp for schedule(static, 2)
        for (int i = 0; i < n; i++) {
            if (i > last) {
#pragma omp cancel for
            } else {
                y[i] += sin(x[i]) * x[0];
            }
        }
    }
    for (int i = 0; i < last; i++)
        s += y[i] * y[i];
    return s;
}

static double parts(const double *x, int n)
{
    double a = 0, b = 0;
#pragma omp parallel sections
    {
#pragma omp section
        {
            a = x[0] * x[1];
            if (n > 3) {
#pragma omp cancel sections
            }
            a = a * a;
        }
#pragma omp section
        b = x[2] * x[3];
    }
    return a * b;
}

static void check_all(const double *x)
{
    ORACLE_GRADIENT(loops, x, N);
    ORACLE_GRADIENT(parts, x, N);
}

int main(int argc, char **argv)
{
    if (!getenv("OMP_CANCELLATION")) {
        setenv("OMP_CANCELLATION", "true", 1);
        execv("/proc/self/exe", argv);
    }
    double x[N];
    for (int i = 0; i < N; i++)
        x[i] = 0.5 + 0.1 * (i % 5) - 0.02 * i;
    oracle_that(ORACLE_SITE("cancelling is on"), omp_get_cancellation() && argc > 0);
    FOR_TEAMS(check_all(x));
    return oracle_result();
}
