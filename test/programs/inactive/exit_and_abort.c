/* Error paths that end the process do so from the derivative, too. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "oracle.h"

static double f(double x)
{
    if (x < 0)
        exit(3);
    if (x > 100)
        abort();
    return x * x;
}

static int status_of(double x, int forward)
{
    int status = 0;
    pid_t child;

    fflush(NULL);
    child = fork();
    if (child == 0) {
        double d = forward ? __enzyme_fwddiff((void *)f, x, 1.0) : __enzyme_autodiff((void *)f, x);
        _exit(d == 2 * x ? 0 : 1);
    }
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

int main(void)
{
    for (int forward = 0; forward < 2; forward++) {
        CHECK_THAT(status_of(4, forward) == 0);
        CHECK_THAT(status_of(-1, forward) == 3);
        CHECK_THAT(status_of(200, forward) == -SIGABRT);
    }
    return oracle_result();
}
