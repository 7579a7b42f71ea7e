/* -fenz-check in a program with globals that have shadows: calls that use none are compared, those
 * that use some are left alone. */
#define _POSIX_C_SOURCE 200809L
#include "oracle.h"
#include <stdlib.h>
#include <string.h>
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

static double table[4];
static double with_global(double x, int i)
{
    table[i] = x * x;
    return table[i] * x + table[i ^ 1];
}
static double without(double x, double y)
{
    return x * y * x;
}
static double wrong(double x)
{
    return cube(x) * x;
}

int main(void)
{
    int ends[2];
    char text[4096];
    CHECK_THAT(pipe(ends) == 0);
    int was = dup(2);
    dup2(ends[1], 2);
    volatile int at = 2;
    double d = __enzyme_autodiff((void *)with_global, 1.5, at);
    double e = __enzyme_autodiff((void *)without, enzyme_const, 1.5, 2.0);
    __enzyme_autodiff((void *)wrong, 1.5);
    dup2(was, 2);
    close(ends[1]);
    ssize_t n = read(ends[0], text, sizeof text - 1);
    text[n > 0 ? n : 0] = 0;
    CHECK_THAT(strstr(text, "the derivative of wrong is wrong") != NULL);
    CHECK_THAT(!strstr(text, "with_global") && !strstr(text, "without"));
    CHECK(d, 3 * 1.5 * 1.5);
    CHECK(e, 1.5 * 1.5);
    CHECK(table[2], 2.25);
    return oracle_result();
}
