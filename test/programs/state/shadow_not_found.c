/* Workspaces that stay between derivative calls and whose shadows cannot be found again: a thread's
 * own, one-based arrays, a block that is freed while its pointer stays. A derivative that finds
 * such a pointer set ends the program with a message. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "oracle.h"

static _Thread_local double *own;
static double *one_based, *kept;
static int have;

static double sum_of_cubes(double *work, const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        work[i] = x[i] * x[i];
    for (int i = 0; i < n; i++)
        s += work[i] * x[i];
    return s;
}

static double with_own(const double *x, int n)
{
    double s = 0;
    if (!own)
        own = malloc(sizeof *own * (size_t)n);
    for (int i = 0; i < n; i++)
        own[i] = x[i] * x[i];
    for (int i = 0; i < n; i++)
        s += own[i] * x[i];
    return s;
}

static double with_one_based(const double *x, int n)
{
    double s = 0;
    if (!one_based)
        one_based = (double *)malloc(sizeof *one_based * (size_t)n) - 1;
    for (int i = 1; i <= n; i++)
        one_based[i] = x[i - 1] * x[i - 1];
    for (int i = 1; i <= n; i++)
        s += one_based[i] * x[i - 1];
    return s;
}

static double with_kept(const double *x, int n)
{
    if (!have)
        kept = malloc(sizeof *kept * (size_t)n);
    have = 1;
    return sum_of_cubes(kept, x, n);
}

static void release(void)
{
    free(kept);
    have = 0;
}

static void gradient(double f(const double *, int), const double *x, double *dx)
{
    dx[0] = dx[1] = 0;
    if (f == with_own)
        __enzyme_autodiff((void *)with_own, enzyme_dup, x, dx, enzyme_const, 2);
    else if (f == with_one_based)
        __enzyme_autodiff((void *)with_one_based, enzyme_dup, x, dx, enzyme_const, 2);
    else
        __enzyme_autodiff((void *)with_kept, enzyme_dup, x, dx, enzyme_const, 2);
    CHECK(dx[0], 3 * x[0] * x[0]);
    CHECK(dx[1], 3 * x[1] * x[1]);
}

/* The first derivative is right; the second may be refused. */
static bool right_or_refused(double f(const double *, int))
{
    const double x[2] = {1.5, -0.5};
    double dx[2];
    int status = 0;
    fflush(NULL);
    gradient(f, x, dx);
    pid_t child = fork();
    if (!child) {
        fclose(stderr);
        gradient(f, x, dx);
        _exit(oracle_result());
    }
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) == SIGABRT : status == 0;
}

int main(void)
{
    CHECK_THAT(right_or_refused(with_own));
    CHECK_THAT(right_or_refused(with_one_based));
    CHECK_THAT(right_or_refused(with_kept));
    release();
    return oracle_result();
}
