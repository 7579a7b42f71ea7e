/* A task that takes part in a reduction which another function has begun: nobody hands the group
 * over, and the run ends. */
#include "oracle.h"
#include "oracle_calls.h"
#include "oracle_stops.h"

static double total;

static void add(const double *x)
{
#pragma omp task in_reduction(+ : total)
    total += x[0] * x[0];
}

static double sum(const double *x, int n)
{
    total = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskgroup task_reduction(+ : total)
    for (int i = 0; i < n; i++)
        add(x + i);
    return total;
}

static void gradient(void)
{
    const double x[2] = {1, 2};
    double dx[2];
    GRADIENT(sum, x, dx, 2);
}

int main(void)
{
    CHECK_THAT(oracle_stops_at(gradient, "other_reduction_stop.c:12:5: ",
                               "a task takes part in a reduction (in_reduction) that another "
                               "function has begun"));
    return oracle_result();
}
