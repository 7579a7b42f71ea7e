/* A global pointer to memory that the differentiated function allocates and frees itself. */
#include <stdlib.h>
#include "oracle.h"

static double *work;
static int work_size;

static void work_init(int n)
{
    work = malloc((size_t)n * sizeof *work);
    work_size = n;
}

static void work_done(void)
{
    free(work);
    work = NULL;
    work_size = 0;
}

static double f(const double *x, int n)
{
    work_init(n);
    for (int i = 0; i < work_size; i++)
        work[i] = x[i] * x[i];
    for (int i = 1; i < work_size; i++)
        work[i] += work[i - 1] * x[i];
    double s = work[n - 1];
    work_done();
    return s;
}

int main(void)
{
    const double x[4] = {0.5, -0.25, 0.75, 1.2};

    ORACLE_GRADIENT(f, x, 4);
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
