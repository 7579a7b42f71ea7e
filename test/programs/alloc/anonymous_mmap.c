/* Working memory from anonymous mmap. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/mman.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    size_t bytes = (size_t)n * sizeof *x;
    double *work = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
           s = 0;
    if (work == MAP_FAILED)
        abort();
    for (int i = 0; i < n; i++)
        work[i] += x[i] * x[i]; /* starts as zero */
    for (int i = 0; i < n; i++)
        s += work[i] * work[n - 1 - i] * x[0];
    munmap(work, bytes);
    return s;
}

int main(void)
{
    const double x[4] = {1.1, 0.8, -0.9, 0.7};

    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
