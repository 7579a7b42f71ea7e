/* -fenz-check: a wrong rule is found, in memory and in numbers: by comparison with forward mode,
 * which differentiates the body, and, where both modes have wrong rules, with differences. */
#define _POSIX_C_SOURCE 200809L
#include "oracle.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Reverse mode is wrong by one in a thousand. */
double cube(double x)
{
    return x * x * x;
}
double cube_augmented(double x)
{
    return x * x * x;
}
double cube_reverse(double x, double seed)
{
    return 3.003 * x * x * seed;
}
void *__enzyme_register_gradient_cube[] = {(void *)cube, (void *)cube_augmented,
                                           (void *)cube_reverse};

/* "Differentiated like" a function that it is not: wrong in both modes. */
__attribute__((enzyme_function_like("sin"))) double almost_sine(double x);
double almost_sine(double x)
{
    return x - x * x * x / 6;
}

static double in_numbers(double x, double y)
{
    return cube(x) * y;
}
static void in_memory(const double *x, double *y)
{
    for (int i = 0; i < 3; i++)
        y[i] += cube(x[i]);
}
static double in_both_modes(double x)
{
    return almost_sine(x) * x;
}
static double right(double x)
{
    return x * x;
}

static void numbers(void)
{
    __enzyme_autodiff((void *)in_numbers, 1.5, 2.0);
}
static void memory(void)
{
    double x[3] = {1, 2, 3}, dx[3] = {0}, y[3] = {0}, dy[3] = {1, 1, 1};
    __enzyme_autodiff((void *)in_memory, enzyme_dup, x, dx, enzyme_dup, y, dy);
}
static void both_modes(void)
{
    __enzyme_autodiff((void *)in_both_modes, 1.5);
}
static void no_error(void)
{
    __enzyme_autodiff((void *)right, 1.5);
}

/* The text that a process which runs `call` prints, and whether it is stopped. */
static bool stops(void (*call)(void), char *text, size_t size)
{
    int ends[2], status = 0;
    size_t used = 0;
    if (pipe(ends) != 0)
        return false;
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], 2);
        call();
        _exit(0);
    }
    close(ends[1]);
    for (ssize_t n; (n = read(ends[0], text + used, size - 1 - used)) > 0;)
        used += (size_t)n;
    text[used] = 0;
    close(ends[0]);
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

int main(void)
{
    char text[4096];
    CHECK_THAT(!stops(numbers, text, sizeof text)); /* told, and goes on */
    CHECK_THAT(strstr(text, "reverse mode gives") && strstr(text, "forward mode"));
    setenv("ENZCC_CHECK", "stop", 1);
    CHECK_THAT(stops(numbers, text, sizeof text));
    CHECK_THAT(strstr(text, "wrong_rules.c:54:") && strstr(text, "in_numbers"));
    CHECK_THAT(stops(memory, text, sizeof text));
    CHECK_THAT(strstr(text, "in_memory") && strstr(text, "forward mode"));
    CHECK_THAT(stops(both_modes, text, sizeof text));
    CHECK_THAT(strstr(text, "differences") && !strstr(text, "forward mode"));
    CHECK_THAT(!stops(no_error, text, sizeof text) && !*text);
    return oracle_result();
}
