/* Scratch memory allocated and freed in every round of a long loop: the reverse sweep allocates one
 * round's at a time. */
#include <math.h>
#include <stdlib.h>
#include "oracle.h"

enum { SCRATCH = 1000 };

static double step(const double *x, int n, double s)
{
    double *work = malloc(SCRATCH * sizeof *work), sum = 0;
    for (int i = 0; i < SCRATCH; i++)
        work[i] = x[i % n] * s + 0.001 * i;
    for (int i = 0; i < SCRATCH; i++)
        sum += sin(work[i]) / SCRATCH;
    free(work);
    return sum;
}

static double f(const double *x, int n)
{
    double s = 1;
    for (int k = 0; k < 200; k++)
        s = step(x, n, s);
    return s;
}

int main(void)
{
    const double x[4] = {0.9, 0.8, 0.9, 0.7};

    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
