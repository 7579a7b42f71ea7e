/* A second call of a gradient finds the memory of the first: it faults no page, though the function
 * allocates and frees as many blocks as it has steps. */
#include <stdlib.h>
#include <sys/resource.h>
#include "oracle.h"

enum { N = 20000, STEPS = 40 };

static double steps(const double *x, int n, int zeroed)
{
    double *now = malloc((size_t)n * sizeof *now), sum = 0;
    for (int i = 0; i < n; i++)
        now[i] = x[i];
    for (int k = 0; k < STEPS; k++) {
        double *next = zeroed ? calloc((size_t)n, sizeof *next) : malloc((size_t)n * sizeof *next);
        for (int i = 0; i < n; i++)
            next[i] = now[i] - 0.01 * now[i] * now[(i + k) % n];
        free(now);
        now = next;
    }
    for (int i = 0; i < n; i++)
        sum += now[i] * now[i];
    free(now);
    return sum;
}

struct direction {
    const double *x, *along;
    int zeroed;
};

static double eval(void *context, double t)
{
    const struct direction *d = context;
    static double x[N];
    for (int i = 0; i < N; i++)
        x[i] = d->x[i] + t * d->along[i];
    return steps(x, N, d->zeroed);
}

static long page_faults(void)
{
    struct rusage use;
    getrusage(RUSAGE_SELF, &use);
    return use.ru_minflt;
}

int main(void)
{
    static double x[N], dx[N], along[N];
    oracle_random(x, N, 1);
    oracle_random(along, N, 2);
    for (int call = 0; call < 6; call++) {
        struct direction d = {x, along, call % 2};
        long before = page_faults();
        for (int i = 0; i < N; i++)
            dx[i] = 0;
        __enzyme_autodiff((void *)steps, x, dx, N, call % 2);
        CHECK_THAT(call < 3 || page_faults() - before < 20);
        oracle_check_difference(ORACLE_SITE("steps"), eval, &d, oracle_dot(dx, along, N), 1);
    }
    return oracle_result();
}
