/* A block of which nothing says whether it holds floats or doubles, in a program that has both: where it is only moved the run
 * needs no type; where adjoints must be added it ends the program. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "oracle.h"

static double uses_both(const double *x, const float *z, int n) { return x[n - 1] * z[0]; }

__attribute__((noinline)) static void move(void *to, const void *from, size_t bytes) { memcpy(to, from, bytes); }
static void once(void *to, const void *from, size_t bytes) { move(to, from, bytes); }
static void twice(void *to, const void *from, size_t bytes)
{
    move(to, from, bytes);
    move((char *)to + bytes, from, bytes);
}

static int signal_of_twice(void)
{
    double x[3] = {1, 2, 3}, dx[3] = {0}, y[6], dy[6] = {1, 1, 1, 1, 1, 1};
    int status = 0;
    fflush(NULL);
    pid_t child = fork();
    if (!child) {
        fclose(stderr);
        __enzyme_autodiff((void *)twice, enzyme_dup, (void *)y, (void *)dy, enzyme_dup, (void *)x, (void *)dx, enzyme_const, sizeof x);
        _exit(0);
    }
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

int main(void)
{
    double x[3] = {1, 2, 3}, dx[3] = {0}, y[3] = {0}, dy[3] = {4, 5, 6};
    float z[1] = {2}, dz[1] = {0};
    __enzyme_autodiff((void *)uses_both, enzyme_dup, x, dx, enzyme_dup, z, dz, enzyme_const, 3);
    CHECK(dx[2], 2);
    CHECK_FLOAT(dz[0], 3);
    dx[2] = 0;
    __enzyme_autodiff((void *)once, enzyme_dup, (void *)y, (void *)dy, enzyme_dup, (void *)x, (void *)dx, enzyme_const, sizeof x);
    CHECK_ARRAY(y, x, 3);
    CHECK_ARRAY(dx, ((double[]){4, 5, 6}), 3);
    CHECK_ARRAY(dy, ((double[]){0, 0, 0}), 3);
    __enzyme_fwddiff((void *)once, enzyme_dup, (void *)y, (void *)dy, enzyme_dup, (void *)x, (void *)dx, enzyme_const, sizeof x);
    CHECK_ARRAY(dy, ((double[]){4, 5, 6}), 3);
    CHECK_THAT(signal_of_twice() == SIGABRT);
    return oracle_result();
}
