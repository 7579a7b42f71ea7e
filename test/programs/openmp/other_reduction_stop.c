/* A task that takes part in a reduction which another function has begun: nobody hands the group
 * over, and the run ends. */
#include "oracle.h"
#include "oracle_calls.h"
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

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

int main(void)
{
    const double x[2] = {1, 2};
    double dx[2];
    int status = 0;
    pid_t child = fork();
    if (!child) {
        freopen("/dev/null", "w", stderr);
        GRADIENT(sum, x, dx, 2);
        _exit(0);
    }
    waitpid(child, &status, 0);
    CHECK_THAT(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    return oracle_result();
}
