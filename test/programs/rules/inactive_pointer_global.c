/* Active floating-point values go through a pointer that the program keeps in a global; what lies
 * there has no derivative by declaration. */
#include "oracle.h"
#include <stdlib.h>

__attribute__((enzyme_inactive)) double *statistics;

static double f(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        statistics[0] += x[i];
        statistics[1] += x[i] * x[i];
        s += x[i] * x[i] * x[i];
    }
    return s;
}

int main(void)
{
    double x[4];
    oracle_random(x, 4, 1);
    statistics = calloc(2, sizeof *statistics);
    ORACLE_GRADIENT(f, x, 4);
    CHECK_THAT(statistics[1] > 0);
    free(statistics);
    return oracle_result();
}
