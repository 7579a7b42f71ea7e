/* Halves of values are moved through variables that are declared integers, and no access says that
 * they are values: the run must not go on as if they were integers. */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "oracle.h"

static uint32_t low, high;

static void move(const double *x, double *out, int n)
{
    for (int i = 0; i < n; i++) {
        memcpy(&low, x + i, 4);
        memcpy(&high, (const char *)(x + i) + 4, 4);
        memcpy(out + i, &low, 4);
        memcpy((char *)(out + i) + 4, &high, 4);
    }
}

static void child(void)
{
    double x[2] = {1.5, 3.25}, dx[2] = {0}, out[2], dout[2] = {1, 1};
    fclose(stderr);
    __enzyme_autodiff((void *)move, enzyme_dup, x, dx, enzyme_dup, out, dout, enzyme_const, 1);
    _exit(memcmp(dx, (double[]){1, 0}, sizeof dx) != 0);
}

int main(void)
{
    int status = 0;
    fflush(NULL);
    pid_t pid = fork();
    if (!pid)
        child();
    waitpid(pid, &status, 0);
    CHECK_THAT(WIFSIGNALED(status) ? WTERMSIG(status) == SIGABRT : !WEXITSTATUS(status));
    return oracle_result();
}
