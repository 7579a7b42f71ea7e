/* Two globals point to one block: the function stores active values through one of them and reads
 * them through the other, which has no shadow. Memory behind a global is part of what the call
 * passes with a shadow. */
#include "oracle.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 5 };
extern double __enzyme_autodiff(void *, ...);
static double *written, *read_back, **rows;

static double f(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        written[i] = x[i] * x[i];
    for (int i = 0; i < n; i++)
        sum += read_back[i] * x[i];
    return sum;
}

static double in_rows(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        rows[1][i] = x[i] * x[i];
    for (int i = 0; i < n; i++)
        sum += rows[0][i] * rows[1][i];
    return sum;
}

/* rows[0] leads to x + at. */
static int signal_of_part(int at)
{
    int status = 0;
    pid_t child = fork();
    if (!child) {
        double *x = calloc(2 * N, sizeof *x), dx[N] = {0};
        rows = malloc(2 * sizeof *rows);
        rows[0] = x + at, rows[1] = malloc(N * sizeof **rows);
        x[0] = 2;
        fclose(stderr);
        __enzyme_autodiff((void *)in_rows, x, dx, N);
        _exit(at == 0 && dx[0] == 12 ? 0 : 1);
    }
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
}

static int signal_of(const double *x)
{
    int status = 0;
    pid_t child = fork();
    if (!child) {
        double dx[N] = {0};
        fclose(stderr);
        __enzyme_autodiff((void *)f, x, dx, N);
        _exit(0);
    }
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

int main(void)
{
    double x[N];
    oracle_random(x, N, 2);
    written = malloc(N * sizeof *written);
    read_back = malloc(N * sizeof *read_back);
    for (int i = 0; i < N; i++)
        read_back[i] = i + 1;
    ORACLE_GRADIENT(f, x, N);
    double *block = malloc(N * sizeof *block);
    written = read_back = block;
    CHECK_THAT(signal_of(x) == SIGABRT);
    CHECK_THAT(signal_of_part(0) == 0);
    CHECK_THAT(signal_of_part(1) == SIGABRT);
    return oracle_result();
}
