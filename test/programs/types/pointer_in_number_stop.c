/* A union of a number and a pointer to active memory. On one way the number is changed, on the
 * other one the union is moved as it is: the compiler loads and stores a number in both cases, so
 * that the pointer moves as one, and has no shadow. That ends the run where something is added to
 * it. */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include "oracle.h"

struct cell {
    union {
        double number;
        const double *pointer;
    };
    long is_pointer;
};

static double sum(const double *x, int n)
{
    struct cell all[2];
    double s = 0;
    all[0].number = x[0];
    all[0].is_pointer = 0;
    all[1].pointer = &x[1];
    all[1].is_pointer = 1;
    for (int i = 0; i < n; i++) {
        struct cell c = all[i];
        if (!c.is_pointer)
            c.number = 2 * c.number;
        all[i] = c;
    }
    for (int i = 0; i < n; i++)
        s += all[i].is_pointer ? *all[i].pointer : all[i].number;
    return s;
}

/* Right, or the run ends with a message. */
int main(void)
{
    static const double x[2] = {0.3, 0.7};
    pid_t child = fork();
    if (!child) {
        double dx[2] = {0, 0};
        __enzyme_autodiff((void *)sum, enzyme_dup, x, dx, enzyme_const, 2);
        _exit(dx[0] == 2 && dx[1] == 1 ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    CHECK_THAT((WIFEXITED(status) && WEXITSTATUS(status) == 0) ||
               (WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT));
    return oracle_result();
}
