/* Threads and memory in which only the run can tell floating-point values and pointers apart. */
#include "teams.h"
#include <string.h>

enum { N = 12 };

union cell {
    double number;
    const double *place;
};

static double unions(const double *x, int n)
{
    union cell cells[2 * N], moved[2 * N];
    double s = 0;
    for (int i = 0; i < n; i++) {
        cells[2 * i].number = x[i] * x[i];
        cells[2 * i + 1].place = &x[n - 1 - i];
    }
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++) {
        memcpy(&moved[2 * i], &cells[2 * i], 2 * sizeof *moved);
        s += moved[2 * i].number * *moved[2 * i + 1].place * cells[0].number;
    }
    return s;
}

int main(void)
{
    double x[N];
    oracle_random(x, N, 7);
    FOR_TEAMS(ORACLE_GRADIENT(unions, x, N));
    return oracle_result();
}
