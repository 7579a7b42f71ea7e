/* Thread-local counters, workspaces and error state used by differentiated functions. */
#include "oracle.h"

static _Thread_local int evaluations;
static __thread double workspace[8];
static _Thread_local const char *last_error;
_Thread_local struct {
    double sum, buffer[8];
    int uses;
} pool;

static double *scratch(void)
{
    pool.uses++;
    return pool.buffer;
}

static double f(const double *x, int n)
{
    evaluations++;
    last_error = NULL;
    double s = 0, *t = scratch();
    for (int i = 0; i < n; i++) {
        workspace[i] = x[i] * x[i];
        t[i] = workspace[i] * x[n - 1 - i];
    }
    for (int i = 0; i < n; i++)
        pool.sum = s += t[i] * t[i];
    if (s < 0)
        last_error = "negative";
    return last_error ? 0 : s + pool.sum;
}

int main(void)
{
    double x[4] = {1.5, -0.5, 2, 0.7}, dx[4] = {0};
    __enzyme_autodiff_v((void *)f, enzyme_dup, x, dx, enzyme_const, 4);
    CHECK_THAT(evaluations == 1);
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
