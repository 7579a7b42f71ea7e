/* The reverse sweep of a region needs as many threads as the forward sweep had. The second half of
 * a split derivative is called where the program allows one only: the run ends. */
#include "oracle_stops.h"
#include <omp.h>

extern struct halves {
    void *tape;
    double result;
} __enzyme_augmentfwd(void *, ...);
extern void __enzyme_reverse(void *, ...);

enum { N = 8 };

static double sum(const double *x, int n)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s) num_threads(4)
    for (int i = 0; i < n; i++)
        s += x[i] * x[i];
    return s;
}

static double x[N], dx[N];

static struct halves forward(void)
{
    for (int i = 0; i < N; i++)
        x[i] = 1 + i, dx[i] = 0;
    return __enzyme_augmentfwd((void *)sum, enzyme_dup, x, dx, enzyme_const, N);
}

static void reverse(struct halves first)
{
    __enzyme_reverse((void *)sum, enzyme_dup, x, dx, enzyme_const, N, 1.0, first.tape);
}

static void in_a_region(void)
{
    struct halves first = forward();
#pragma omp parallel num_threads(2)
#pragma omp master
    {
        omp_set_max_active_levels(1);
        reverse(first);
    }
}

int main(void)
{
    double want[N];
    CHECK_THAT(oracle_stops_at(in_a_region, "smaller_team_stop.c:17:1: ",
                               "the reverse sweep of a parallel region gets fewer threads"));
    reverse(forward());
    for (int i = 0; i < N; i++)
        want[i] = 2 * x[i];
    CHECK_ARRAY(dx, want, N);
    return oracle_result();
}
