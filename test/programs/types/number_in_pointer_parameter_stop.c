/* A union of a pointer and a number is passed as a pointer. What a function that is not inlined
 * makes of it has no derivative, which ends the program if it matters, and is no number in forward
 * mode; where the union has the pointer, nothing is lost. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "oracle.h"

union word {
    const char *text;
    double number;
};

static double value(union word w, int is_number, int depth)
{
    if (depth)
        return value(w, is_number, depth - 1) * 2;
    return is_number ? w.number * w.number : (double)strlen(w.text);
}

static double with_number(const double *x, int n)
{
    union word w;
    if (n)
        w.number = *x;
    else
        w.text = "text";
    return *x * value(w, n, 2);
}

static double with_text(const double *x, int n)
{
    union word w;
    if (n > 1)
        w.text = "text";
    else
        w.number = *x;
    return *x * value(w, n <= 1, 2);
}

static int stops(void)
{
    pid_t child = fork();
    if (child == 0) {
        double x = 3, dx = 0;
        close(STDERR_FILENO);
        __enzyme_autodiff((void *)with_number, enzyme_dup, &x, &dx, enzyme_const, 1);
        _exit(0);
    }
    int status;
    return child > 0 && waitpid(child, &status, 0) == child && WIFSIGNALED(status) &&
           WTERMSIG(status) == SIGABRT;
}

int main(void)
{
    double x = 3, dx = 1;
    CHECK_THAT(stops());
    CHECK_NAN(__enzyme_fwddiff((void *)with_number, enzyme_dup, &x, &dx, enzyme_const, 1));
    dx = 0;
    __enzyme_autodiff((void *)with_text, enzyme_dup, &x, &dx, enzyme_const, 2);
    CHECK(dx, 16);
    return oracle_result();
}
