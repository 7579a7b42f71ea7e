/* A call passes memory with a shadow that is shorter, or says of a part that it has another shadow,
 * and the function reaches the rest of the memory through a global. The run ends: no shadow of that
 * is known, and behind the one that is passed may be anything. */
#include "oracle.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

extern int enzyme_dup, enzyme_const;
double __enzyme_autodiff(void *, ...);

static double *rest;

static double f(double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * rest[i];
    return sum;
}

static double g(double *x, double *y, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * rest[i] + y[i];
    return sum;
}

static void shorter(int n)
{
    double *x = calloc(2 * (size_t)n, sizeof *x), *dx = calloc((size_t)n, sizeof *dx);
    rest = x + n;
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, n);
    free(x), free(dx);
}

static void in_two_parts(int n)
{
    double *x = calloc(2 * (size_t)n, sizeof *x), *dx = calloc(2 * (size_t)n, sizeof *dx),
           *dy = calloc((size_t)n, sizeof *dy);
    rest = x + n - 1;
    __enzyme_autodiff((void *)g, enzyme_dup, x, dx, enzyme_dup, x + n, dy, enzyme_const, n);
    free(x), free(dx), free(dy);
}

static int signal_of(void (*differentiate)(int), int n)
{
    int status = 0;
    fflush(NULL);
    pid_t child = fork();
    if (!child) {
        fclose(stderr);
        differentiate(n);
        _exit(0);
    }
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

int main(void)
{
    for (int n = 2; n < 6; n++) {
        CHECK_THAT(signal_of(shorter, n) == SIGABRT);
        CHECK_THAT(signal_of(in_two_parts, n) == SIGABRT);
    }
    return oracle_result();
}
