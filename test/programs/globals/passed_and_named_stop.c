/* Memory with a shadow of its own that the function also reaches through a global, which has
 * another one: derivatives would be in two places. Of other memory they are right. */
#include "oracle.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 3 };
static double table[N] = {0.5, 2, -1}, *work;

static double reads_table(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i] * table[i];
    return sum;
}

static double uses_work(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        work[i] = x[i] * (work[i] + 1);
    for (int i = 0; i < n; i++)
        sum += work[i] * work[n - 1 - i];
    return sum;
}

#define SIGNAL_OF(call)                                                                            \
    ({                                                                                             \
        int status = 0;                                                                            \
        double shadow[N] = {0};                                                                    \
        fflush(NULL);                                                                              \
        pid_t child = fork();                                                                      \
        if (!child) {                                                                              \
            fclose(stderr);                                                                        \
            call;                                                                                  \
            _exit(0);                                                                              \
        }                                                                                          \
        waitpid(child, &status, 0);                                                                \
        WIFSIGNALED(status) ? WTERMSIG(status) : 0;                                                \
    })

/* The arguments come from elsewhere. */
static void gradient(double *x, double *dx, int n)
{
    __enzyme_autodiff((void *)reads_table, enzyme_dup, x, dx, enzyme_const, n);
}

static void gradient_of_work(double *x, double *dx, int n)
{
    __enzyme_autodiff((void *)uses_work, enzyme_dup, x, dx, enzyme_const, n);
}

static void tangent_of_work(double *x, double *dx, int n)
{
    __enzyme_fwddiff((void *)uses_work, enzyme_dup, x, dx, enzyme_const, n);
}

int main(void)
{
    double x[N] = {1.5, -0.25, 3};
    table[1] = 4;
    work = calloc(N, sizeof *work);
    ORACLE_GRADIENT(reads_table, x, N);
    CHECK_THAT(SIGNAL_OF(gradient(x, shadow, N)) == 0);
    CHECK_THAT(SIGNAL_OF(gradient(table, shadow, N)) == SIGABRT);
    CHECK_THAT(SIGNAL_OF(gradient_of_work(x, shadow, N)) == 0);
    CHECK_THAT(SIGNAL_OF(gradient_of_work(work, shadow, N)) == SIGABRT);
    CHECK_THAT(SIGNAL_OF(tangent_of_work(work, shadow, N)) == SIGABRT);
    free(work);
    return oracle_result();
}
