/* A sum over what each thread has of its own: `scope`, which is no loop. */
#include "teams.h"
#include <string.h>

enum { N = 18 };

static double rest_of(const double *x, int n)
{
    double s = 0;
#pragma omp parallel
    {
        double own[n];
        memset(own, 0, sizeof own);
#pragma omp for nowait
        for (int i = 0; i < n; i++)
            own[i] = x[i] * x[i];
#pragma omp scope reduction(+ : s)
        for (int i = 0; i < n; i++)
            s += own[i] * (i + 1);
#pragma omp masked
        s += x[0];
    }
    return s;
}

int main(void)
{
    double x[N];
    oracle_random(x, N, 13);
    FOR_TEAMS(ORACLE_GRADIENT(rest_of, x, N));
    return oracle_result();
}
