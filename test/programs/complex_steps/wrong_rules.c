/* -fenz-check=complex: a rule that is wrong in both modes is found, also by little, and the call of
 * the function with the wrong rule is named, not only the derivative. */
#define _POSIX_C_SOURCE 200809L
#include "oracle.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Reverse mode is wrong in the seventh digit. */
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
    return 3.0000003 * x * x * seed;
}
void *__enzyme_register_gradient_cube[] = {(void *)cube, (void *)cube_augmented,
                                           (void *)cube_reverse};

/* "Differentiated like" a function that it is not: wrong in both modes. */
__attribute__((enzyme_function_like("sin"))) double almost_sine(double x);
double almost_sine(double x)
{
    return x - x * x * x / 6;
}

static double between(double x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += cube(x + i); /* line 38 */
    return sum;
}
static double deep(double x, double y)
{
    return exp(-y) * between(x, 3) + y;
}
static void in_memory(const double *x, double *y)
{
    for (int i = 0; i < 3; i++)
        y[i] += x[i] * cube(x[i]); /* line 48 */
}
static double in_both_modes(double x)
{
    return almost_sine(x) * x; /* line 52 */
}
static double right(double x, double y)
{
    return pow(x, y) * hypot(x, y) + (x > y ? sin(x) : fmax(x, y));
}

static void call_deep(void)
{
    __enzyme_autodiff((void *)deep, 1.5, 2.0);
}
static void call_memory(void)
{
    double x[3] = {1, 2, 3}, dx[3] = {0}, y[3] = {0}, dy[3] = {1, 1, 1};
    __enzyme_autodiff((void *)in_memory, enzyme_dup, x, dx, enzyme_dup, y, dy);
}
static void call_both_modes(void)
{
    __enzyme_autodiff((void *)in_both_modes, 1.5);
}
static void call_right(void)
{
    __enzyme_autodiff((void *)right, 1.5, 0.5);
    __enzyme_autodiff((void *)right, 0.5, 1.5);
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
    CHECK_THAT(!stops(call_deep, text, sizeof text)); /* told, and goes on */
    CHECK_THAT(strstr(text, "the derivative of deep is wrong") && strstr(text, "complex steps"));
    CHECK_THAT(strstr(text, "wrong_rules.c:38:") && strstr(text, "here cube is called"));
    setenv("ENZCC_CHECK", "stop", 1);
    CHECK_THAT(stops(call_deep, text, sizeof text));
    CHECK_THAT(stops(call_memory, text, sizeof text));
    CHECK_THAT(strstr(text, "wrong_rules.c:48:") && strstr(text, "here cube is called"));
    CHECK_THAT(stops(call_both_modes, text, sizeof text));
    CHECK_THAT(strstr(text, "wrong_rules.c:52:") && strstr(text, "here almost_sine is called"));
    CHECK_THAT(!stops(call_right, text, sizeof text) && !*text);
    return oracle_result();
}
