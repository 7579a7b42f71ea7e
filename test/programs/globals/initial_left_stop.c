/* A pointer in a global that leads to another global with a shadow initially, and where the program
 * wants it later: to one with a shadow, or to memory of which nobody knows the shadow, which is no
 * shadow of what it led to before. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "oracle.h"

static double first[4], second[2], unknown = 7;
static double *input = first, *output = second;

static double f(double x)
{
    first[1] = x;
    first[0] = x * x;
    *output = x * x * x;
    return *input * first[0] + *output;
}

static int signal_of_derivative(void)
{
    int status = 0;
    fflush(NULL);
    pid_t child = fork();
    if (!child) {
        fclose(stderr);
        __enzyme_autodiff((void *)f, 1.5);
        _exit(0);
    }
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

int main(void)
{
    ORACLE_SCALAR(f, 1.2);
    input = first + 1, output = second + 1;
    ORACLE_SCALAR(f, 1.2);
    input = second + 1;
    ORACLE_SCALAR(f, 1.2);
    CHECK(__enzyme_autodiff((void *)f, 1.2), 5 * 1.2 * 1.2 * 1.2 * 1.2 + 3 * 1.2 * 1.2);
    input = &unknown;
    CHECK_THAT(signal_of_derivative() == SIGABRT);
    return oracle_result();
}
