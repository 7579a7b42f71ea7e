/* Memory of the caller's in which the function stores a pointer first and a number then: the
 * pointer's shadow takes the place of what the shadow held, which may have been the number's
 * adjoint. The run ends there, unless that was zero. */
#define _POSIX_C_SOURCE 200809L
#include "oracle.h"
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

union cell {
    const double *pointer;
    double number;
};

/* Cells are exchanged as what they are; the way back has numbers where pointers were. */
static void through_pointers(const double *x, union cell *cells, int n)
{
    for (int i = 0; i < n; i++)
        cells[i].pointer = &x[i];
    for (int i = 0; i < n / 2; i++) {
        union cell moved = cells[i];
        cells[i] = cells[n - 1 - i];
        cells[n - 1 - i] = moved;
    }
    for (int i = 0; i < n; i++)
        cells[i].number = *cells[i].pointer * *cells[i].pointer;
}

enum { N = 4, TEXT = 4096 };
static double x[N] = {0.5, 1.5, 2.5, 3.5}, dx[N];
static union cell cells[N], shadows[N];

static int signal_of(char *text)
{
    int ends[2], status = 0;
    CHECK_THAT(pipe(ends) == 0);
    pid_t child = fork();
    if (!child) {
        dup2(ends[1], 2);
        __enzyme_autodiff((void *)through_pointers, enzyme_dup, x, dx, enzyme_dup, cells, shadows,
                          enzyme_const, N);
        _exit(0);
    }
    close(ends[1]);
    ssize_t got = read(ends[0], text, TEXT - 1);
    text[got > 0 ? got : 0] = 0;
    close(ends[0]);
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

int main(void)
{
    char text[TEXT];
    for (int i = 0; i < N; i++)
        shadows[i].number = i + 1;
    CHECK_THAT(signal_of(text) == SIGABRT);
    CHECK_THAT(strstr(text, "that may have been the number's adjoint"));
    memset(shadows, 0, sizeof shadows);
    __enzyme_autodiff((void *)through_pointers, enzyme_dup, x, dx, enzyme_dup, cells, shadows,
                      enzyme_const, N);
    CHECK_ARRAY(dx, ORACLE_LIST(0, 0, 0, 0), N);
    CHECK(cells[0].number, x[3] * x[3]);
    return oracle_result();
}
