/* A union of a pointer and a number is passed as a pointer. What a function that is not inlined
 * makes of it has no derivative, which ends the program if it matters, in forward mode as well;
 * where the union has the pointer, nothing is lost. */
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

/* In memory, where the kind map says what it is. */
static double read_word(const union word *w, int is_number, int depth)
{
    if (depth)
        return read_word(w, is_number, depth - 1) * 2;
    return is_number ? w->number * w->number : (double)strlen(w->text);
}

static double stored(union word w, int is_number, int depth)
{
    if (depth)
        return stored(w, is_number, depth - 1) * 2;
    return read_word(&w, is_number, 1);
}

static double with_stored(const double *x, int n)
{
    union word w;
    if (n)
        w.number = *x;
    else
        w.text = "text";
    return *x * stored(w, n, 1);
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

/* The signal that ends the derivative of f. */
#define SIGNAL_OF(mode, f)                                                                         \
    ({                                                                                             \
        int status = 0;                                                                            \
        pid_t child = fork();                                                                      \
        if (!child) {                                                                              \
            double y = 3, dy = 1;                                                                  \
            close(STDERR_FILENO);                                                                  \
            mode((void *)(f), enzyme_dup, &y, &dy, enzyme_const, 1);                               \
            _exit(0);                                                                              \
        }                                                                                          \
        waitpid(child, &status, 0);                                                                \
        WIFSIGNALED(status) ? WTERMSIG(status) : 0;                                                \
    })

int main(void)
{
    double x = 3, dx = 0;
    CHECK_THAT(SIGNAL_OF(__enzyme_autodiff, with_number) == SIGABRT);
    CHECK_THAT(SIGNAL_OF(__enzyme_autodiff, with_stored) == SIGABRT);
    CHECK_THAT(SIGNAL_OF(__enzyme_fwddiff, with_number) == SIGABRT);
    CHECK_THAT(SIGNAL_OF(__enzyme_fwddiff, with_stored) == SIGABRT);
    __enzyme_autodiff((void *)with_text, enzyme_dup, &x, &dx, enzyme_const, 2);
    CHECK(dx, 16);
    return oracle_result();
}
