/* What has no derivative ends the program instead of losing it: single bytes of numbers that are
 * copied while their source is used as well, arithmetic on bits that a union makes a number. */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "oracle.h"

static double half_copied(const double *x, int n)
{
    volatile char *to = malloc((size_t)n * sizeof *x);
    const char *from = (const char *)x;
    double sum = 0;
    for (int i = 0; i < n * 8; i++)
        to[i] = from[i];
    for (int i = 0; i < n; i++)
        sum += ((const double *)to)[i] * x[i];
    free((void *)to);
    return sum;
}

union number {
    double d;
    uint64_t u;
};

static void step(union number *v, const char *kind)
{
    for (int i = 0; kind[i]; i++)
        if (kind[i] == 'u')
            v[i].u *= v[i].u >> 32;
        else
            v[i].d *= 2;
}

static double scrambled(const double *x, int n)
{
    union number v[2] = {{x[0] * x[1]}, {x[0]}};
    step(v, n > 1 ? "du" : "dd");
    return v[0].d + v[1].d;
}

static int signal_of(double f(const double *, int), const double *x, int n)
{
    double dx[4] = {0};
    int status = 0;
    fflush(NULL);
    pid_t child = fork();
    if (!child) {
        fclose(stderr);
        __enzyme_autodiff((void *)half_copied, enzyme_dup, x, dx, enzyme_const,
                          f == half_copied ? n : 0);
        __enzyme_autodiff((void *)scrambled, enzyme_dup, x, dx, enzyme_const,
                          f == scrambled ? n : 0);
        _exit(0);
    }
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

int main(void)
{
    double x[2] = {1.5, 0.3};
    CHECK_THAT(signal_of(half_copied, x, 2) == SIGABRT);
    CHECK_THAT(signal_of(scrambled, x, 2) == SIGABRT);
    CHECK_THAT(signal_of(scrambled, x, 1) == 0);
    return oracle_result();
}
