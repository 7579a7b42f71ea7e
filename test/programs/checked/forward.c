/* -fenz-check=dot,fd in forward mode: tangents of the program's own are compared with forward mode
 * of bodies, without rules, and with differences; the call of what is wrong is named. Right
 * tangents pass, and the program notices nothing, also where memory that is overwritten has no
 * tangents. */
#define _POSIX_C_SOURCE 200809L
#include "oracle.h"
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The rule is wrong by one in a thousand. */
double cube(double x)
{
    return x * x * x;
}
struct both {
    double value, tangent;
};
struct both cube_forward(double x, double dx)
{
    return (struct both){x * x * x, 3.003 * x * x * dx};
}
void *__enzyme_register_derivative_cube[] = {(void *)cube, (void *)cube_forward};

/* "Differentiated like" a function that it is not. */
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
static void in_memory(double *x, double *y)
{
    y[0] += sum_of_sines(x, 3) * sum_of_cubes(x, 3);
}
enum { SINE = __LINE__ + 3 };
CALLED double deep(double x)
{
    return 2 * almost_sine(x);
}
static double in_both_modes(double x, double y)
{
    return deep(x) * y;
}
static void right(double *x, double *y)
{
    y[0] = sum_of_sines(x, 3) * x[1];
    y[1] += y[0] * x[0];
    x[0] *= y[1];
}

static void call_memory(void)
{
    double x[3] = {1, 2, 0.5}, dx[3] = {1, -1, 2}, y[1] = {1}, dy[1] = {3};
    __enzyme_fwddiff((void *)in_memory, enzyme_dup, x, dx, enzyme_dup, y, dy);
    CHECK_ARRAY(dx, ORACLE_LIST(1.5, -1.5, 3), 3);
}
static void call_both_modes(void)
{
    double d = __enzyme_fwddiff((void *)in_both_modes, enzyme_dup, 1.5, 1.0, enzyme_const, 2.0);
    CHECK(d, 4 * cos(1.5));
}
static void call_right(void)
{
    double x[3] = {1, 2, 3}, dx[3] = {1, 0.5, -1}, y[2], dy[2];
    double s = sin(1) + sin(2) + sin(3), ds = cos(1) + 0.5 * cos(2) - cos(3);
    memset(y, 0xff, sizeof y); /* no numbers: y[0] is overwritten */
    memset(dy, 0xff, sizeof dy);
    y[1] = 4, dy[1] = -2;
    __enzyme_fwddiff((void *)right, enzyme_dup, x, dx, enzyme_dup, y, dy);
    CHECK(y[0], 2 * s);
    CHECK(dy[0], 2 * ds + 0.5 * s);
    CHECK(dy[1], -2 + 2 * ds + 0.5 * s + 2 * s);
    CHECK(x[0], 4 + 2 * s);
    CHECK(dx[0], 4 + 2 * s + dy[1]);
    CHECK(dx[1], 0.5);
}

static char text[8192];
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
static bool names(int line, const char *call)
{
    char place[64];
    snprintf(place, sizeof place, "forward.c:%d:", line);
    const char *at = strstr(text, place), *found = at ? strstr(at, call) : NULL;
    return found && found < at + strcspn(at, "\n");
}

int main(void)
{
    setenv("ENZCC_CHECK", "all", 1);
    printed(call_memory);
    CHECK_THAT(strstr(text, "the derivative of in_memory is wrong"));
    CHECK_THAT(strstr(text, "forward mode of its body") && strstr(text, "differences"));
    CHECK_THAT(names(CUBE, "here cube is called, whose own derivative differs: forward mode"));
    printed(call_both_modes);
    CHECK_THAT(strstr(text, "the derivative of in_both_modes is wrong"));
    CHECK_THAT(names(SINE, "here almost_sine is called, whose own derivative differs"));
    printed(call_right);
    fputs(text, stderr);
    CHECK_THAT(!*text);
    return oracle_result();
}
