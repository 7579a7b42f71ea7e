/* Iterations that wait for others: in one loop and in two, with every kind of schedule. */
#include "teams.h"
#include <math.h>

enum { N = 12, ROWS = 4, COLUMNS = 5 };

static double chain(const double *x, int n)
{
    double y[N] = {x[0]};
#pragma omp parallel for ordered(1) schedule(static)
    for (int i = 1; i < n; i++) {
        double own = sin(x[i]) * x[i];
#pragma omp ordered depend(sink : i - 1)
        y[i] = y[i - 1] * own + x[i];
#pragma omp ordered depend(source)
    }
    return y[n - 1];
}

static double chunks(const double *x, int n)
{
    double y[N] = {x[0], x[1], x[2]}, s = 0;
#pragma omp parallel
#pragma omp for ordered(1) schedule(monotonic : dynamic, 2)
    for (int i = 3; i < n; i++) {
#pragma omp ordered depend(sink : i - 3) depend(sink : i - 1)
        y[i] = y[i - 3] * y[i - 1] + x[i] * x[i];
#pragma omp ordered depend(source)
    }
    for (int i = 0; i < n; i++)
        s += y[i] * (i + 1);
    return s;
}

static double wave(const double *x, int n)
{
    double a[ROWS][COLUMNS];
#pragma omp parallel for ordered(2) schedule(static, 1)
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
            double up = i ? a[i - 1][j] : x[j], left = j ? a[i][j - 1] : x[i];
            a[i][j] = cos(up) * left + x[(i * COLUMNS + j) % n];
#pragma omp ordered depend(source)
        }
    return a[ROWS - 1][COLUMNS - 1];
}

int main(void)
{
    double x[N];
    oracle_random(x, N, 7);
    FOR_TEAMS(ORACLE_GRADIENT(chain, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(chunks, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(wave, x, N));
    return oracle_result();
}
