/* -fenz-check in a program with globals that have shadows: calls that use some are compared, too,
 * and the globals are as without; those that use globals of a thread or with pointers are left
 * alone. */
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
static double sum;
static double accumulated(const double *x, int n)
{
    for (int i = 0; i < n; i++)
        sum += x[i] * sum;
    return sum;
}
/* What the global held before is a constant. */
static double wrong_with_global(double x, int i)
{
    table[i] = cube(x) * x + table[i];
    return table[i] * x;
}
/* Left alone. */
static _Thread_local double own;
static double wrong_in_thread(double x)
{
    own = cube(x);
    return own * x;
}
static double *pointer = table;
static double wrong_through_pointer(double x)
{
    *pointer = cube(x);
    return *pointer * x;
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
    table[3] = 7;
    double w = __enzyme_autodiff((void *)wrong_with_global, 1.5, 3);
    __enzyme_autodiff((void *)wrong_in_thread, 1.5);
    pointer = &table[1];
    __enzyme_autodiff((void *)wrong_through_pointer, 1.5);
    const double x[3] = {1, 2, 3}, v[3] = {1, 0, 0};
    double dx[3] = {0};
    sum = 1;
    __enzyme_autodiff((void *)accumulated, enzyme_dup, x, dx, 3);
    CHECK(sum, 24);
    sum = 1;
    double t = __enzyme_fwddiff((void *)accumulated, enzyme_dup, x, v, 3);
    dup2(was, 2);
    close(ends[1]);
    ssize_t n = read(ends[0], text, sizeof text - 1);
    text[n > 0 ? n : 0] = 0;
    CHECK_THAT(strstr(text, "the derivative of wrong is wrong") != NULL);
    CHECK_THAT(strstr(text, "the derivative of wrong_with_global is wrong") != NULL);
    CHECK_THAT(!strstr(text, "of with_global") && !strstr(text, "without"));
    CHECK_THAT(!strstr(text, "accumulated") && !strstr(text, "wrong_in_thread"));
    CHECK_THAT(!strstr(text, "wrong_through_pointer"));
    CHECK_ARRAY(dx, ORACLE_LIST(12, 8, 6), 3);
    CHECK(t, 12);
    CHECK(sum, 24);
    CHECK(w, 5.003 * 1.5 * 1.5 * 1.5 * 1.5 + 7);
    CHECK(d, 3 * 1.5 * 1.5);
    CHECK(e, 1.5 * 1.5);
    CHECK(table[2], 2.25);
    return oracle_result();
}
