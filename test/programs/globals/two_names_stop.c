/* Two globals point to one block: the function stores active values through one of them and reads
 * them through the other, which has no shadow. */
#include "oracle.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 5 };
extern double __enzyme_autodiff(void *, ...);
static double *written, *read_back;

static double f(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        written[i] = x[i] * x[i];
    for (int i = 0; i < n; i++)
        sum += read_back[i] * x[i];
    return sum;
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
    return oracle_result();
}
