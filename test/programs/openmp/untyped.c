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
    for (int i = 0; i < 2 * n; i++)
        if (i % 3)
            cells[i].number = x[i / 2] * x[i / 2];
        else
            cells[i].place = &x[n - 1 - i / 2];
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < 2 * n; i++) {
        memcpy(&moved[i], &cells[i], sizeof *moved);
        s += (i % 3 ? moved[i].number : *moved[i].place) * cells[1].number;
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
