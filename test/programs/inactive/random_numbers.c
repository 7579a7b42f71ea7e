/* srand and rand inside: the same draws in primal and derivative. */
#include <stdlib.h>
#include "oracle.h"

static double f(double x)
{
    double s = 0;
    srand(42);
    for (int i = 0; i < 5; i++) {
        double u = rand() / (double)RAND_MAX;
        s += u > 0.5 ? x * u : x * x * u;
    }
    return s;
}

int main(void)
{
    ORACLE_SCALAR(f, 0.7);
    return oracle_result();
}
