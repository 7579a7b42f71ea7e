/* Scratch memory in a loop costs the memory of one round, however many rounds there are. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include "oracle.h"

enum { SCRATCH = 4096 };

/* Kilobytes. */
static long peak(void)
{
    struct rusage use;
    getrusage(RUSAGE_SELF, &use);
    return use.ru_maxrss;
}

static double step(const double *x, int n, double s)
{
    double *work = malloc(SCRATCH * sizeof *work), sum = 0;
    if (!work) {
        fprintf(stderr, "out of memory at %g\n", s);
        exit(1);
    }
    for (int i = 0; i < SCRATCH; i++)
        work[i] = x[i % n] * s + 0.001 * i;
    for (int i = 0; i < SCRATCH; i++)
        sum += sin(work[i]) / SCRATCH;
    free(work);
    return sum;
}

static double f(const double *x, int n, int rounds)
{
    double s = 1;
    for (int k = 0; k < rounds; k++)
        s = step(x, n, s);
    printf("after %d rounds: %g\n", rounds, s);
    return s;
}

static double ten(const double *x, int n)
{
    return f(x, n, 10);
}

int main(void)
{
    const double x[4] = {0.9, 0.8, 0.9, 0.7};
    double dx[4] = {0};

    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, 4, enzyme_const, 3);
    long before = peak();
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, 4, enzyme_const, 600);
    CHECK_THAT(peak() <
               before + 4096); /* 600 blocks would be 20 megabytes, their shadows as much */
    ORACLE_GRADIENT(ten, x, 4);
    return oracle_result();
}
