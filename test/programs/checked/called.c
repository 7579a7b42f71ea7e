/* -fenz-check=dot,fd: where a derivative is wrong, the innermost function or rule is named whose
 * own derivative is, at the line of its call: in loops, in recursion, in memory, in both modes. The
 * memory of the program, and what derivatives are, stays as without the check. */
#define _POSIX_C_SOURCE 200809L
#include "oracle.h"
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef double pair __attribute__((vector_size(16)));

/* Reverse mode is wrong by one in a thousand: of numbers, and in memory. */
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
void square(const double *x, double *y)
{
    for (int i = 0; i < 2; i++)
        y[i] = x[i] * x[i];
}
void *square_augmented(const double *x, double *dx, double *y, double *dy)
{
    (void)dx, (void)dy;
    square(x, y);
    return NULL;
}
void square_reverse(const double *x, double *dx, double *y, double *dy, void *tape)
{
    (void)y, (void)tape;
    for (int i = 0; i < 2; i++) {
        dx[i] += 2.002 * x[i] * dy[i];
        dy[i] = 0;
    }
}
void *__enzyme_register_gradient_square[] = {(void *)square, (void *)square_augmented,
                                             (void *)square_reverse};

/* "Differentiated like" a function that it is not: wrong in both modes. */
__attribute__((enzyme_function_like("sin"))) double almost_sine(double x);
double almost_sine(double x)
{
    return x - x * x * x / 6;
}

#define CALLED __attribute__((noinline)) static
enum { CUBE = __LINE__ + 6 };
CALLED double sum_of_cubes(double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        x[i] *= 1.5;
        sum += cube(x[i]);
    }
    return sum;
}
CALLED double sum_of_sines(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += sin(x[i]);
    return sum;
}
static void in_memory(double *x, double *y, int n)
{
    y[0] += sum_of_sines(x, n) * sum_of_cubes(x, n);
    y[1] = sum_of_sines(x, n) + y[0] * y[1];
}

enum { SQUARE = __LINE__ + 6 };
CALLED double recursive(double *x, int n)
{
    if (n == 0)
        return 1;
    double y[2];
    square(x, y);
    x[1] += 0.1 * y[1];
    return recursive(x, n - 1) * y[0] + y[1];
}
static double with_recursion(double *x)
{
    return recursive(x, 3) + sum_of_sines(x, 2);
}

CALLED double of_vector(pair p)
{
    return p[0] * p[1];
}
enum { SINE = __LINE__ + 3 };
CALLED double deep(double x)
{
    return 2 * almost_sine(x);
}
static double in_both_modes(double x)
{
    pair p = {x, 2 * x};
    return deep(x) * of_vector(p);
}

static char text[8192];
static bool says(const char *a, const char *b)
{
    const char *at = strstr(text, a);
    const char *end = at ? strchr(at, '\n') : NULL, *found = at ? strstr(at, b) : NULL;
    return end && found && found < end;
}

static const char *place(int line)
{
    static char result[32];
    snprintf(result, sizeof result, "called.c:%d:", line);
    return result;
}

static void call_in_memory(void)
{
    double x[3] = {1, 2, 0.5}, dx[3] = {0}, y[2] = {1, 2}, dy[2] = {1, 0.5};
    double wanted_x[3] = {1, 2, 0.5}, wanted_y[2] = {1, 2};
    in_memory(wanted_x, wanted_y, 3);
    __enzyme_autodiff((void *)in_memory, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, 3);
    CHECK_ARRAY(x, wanted_x, 3);
    CHECK_ARRAY(y, wanted_y, 2);
    CHECK_ARRAY(dy, ORACLE_LIST(1 + 0.5 * 2, 0.5 * wanted_y[0]), 2);
    CHECK_THAT(isfinite(dx[0] + dx[1] + dx[2]) && dx[0] != 0);
}
static void call_recursion(void)
{
    double x[2] = {1.1, 1.2}, dx[2] = {0};
    __enzyme_autodiff((void *)with_recursion, enzyme_dup, x, dx);
}
static void call_both_modes(void)
{
    __enzyme_autodiff((void *)in_both_modes, 1.5);
}

static void printed(void (*call)(void))
{
    int ends[2], was = dup(2);
    CHECK_THAT(pipe(ends) == 0);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    dup2(ends[1], 2);
    call();
    dup2(was, 2);
    close(was);
    close(ends[1]);
    ssize_t n = read(ends[0], text, sizeof text - 1);
    close(ends[0]);
    text[n > 0 ? n : 0] = 0;
}

int main(void)
{
    setenv("ENZCC_CHECK", "all", 1);
    printed(call_in_memory);
    CHECK_THAT(says("the derivative of in_memory", "forward mode"));
    CHECK_THAT(says(place(CUBE), "here cube is called, whose own derivative differs"));
    CHECK_THAT(says("reverse mode of cube follows", "cube_reverse"));
    CHECK_THAT(!strstr(text, "here sum_of"));
    printed(call_recursion);
    CHECK_THAT(says(place(SQUARE), "here square is called, whose own derivative differs"));
    CHECK_THAT(says("reverse mode of square follows", "square_reverse"));
    printed(call_both_modes);
    CHECK_THAT(says("the derivative of in_both_modes", "differences"));
    CHECK_THAT(says(place(SINE), "here almost_sine is called, whose own derivative differs"));
    return oracle_result();
}
