/* -fenz-check=dot,fd: memory in which only the run can tell numbers and pointers apart. The
 * function's own is compared, and what is wrong there is found; the caller's is not. */
#define _POSIX_C_SOURCE 200809L
#include "oracle.h"
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
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

enum { N = 6 };
union item {
    double number;
    const double *pointer;
};

static double item_value(const union item *items, const int *is_pointer, int i)
{
    return is_pointer[i] ? *items[i].pointer : items[i].number;
}

/* Items change places as what they are. */
#define REVERSED(name, function)                                                                   \
    static double name(const double *x, const int *is_pointer, int n)                              \
    {                                                                                              \
        union item *items = malloc((size_t)n * sizeof *items), moved;                              \
        int *kinds = malloc((size_t)n * sizeof *kinds);                                            \
        double sum = 0;                                                                            \
        if (!items || !kinds)                                                                      \
            abort();                                                                               \
        for (int i = 0; i < n; i++) {                                                              \
            kinds[n - 1 - i] = is_pointer[i];                                                      \
            if (is_pointer[i])                                                                     \
                items[i].pointer = &x[i];                                                          \
            else                                                                                   \
                items[i].number = sin(x[i]);                                                       \
        }                                                                                          \
        for (int i = 0; i < n / 2; i++) {                                                          \
            moved = items[i];                                                                      \
            items[i] = items[n - 1 - i];                                                           \
            items[n - 1 - i] = moved;                                                              \
        }                                                                                          \
        for (int i = 0; i < n; i++)                                                                \
            sum = sum * x[0] + function(item_value(items, kinds, i));                              \
        free(items);                                                                               \
        free(kinds);                                                                               \
        return sum;                                                                                \
    }
static double root(double x)
{
    return sqrt(1 + x * x);
}
REVERSED(right, root)
enum { CUBE = __LINE__ + 1 };
REVERSED(wrong, cube)

static double of_caller(union item *items, const int *is_pointer, int a, int b, int n)
{
    union item moved = items[a];
    double sum = 0;
    items[a] = items[b];
    items[b] = moved;
    for (int i = 0; i < n; i++)
        sum += (1 + i) * item_value(items, is_pointer, i) * item_value(items, is_pointer, i);
    return sum;
}

/* What is written on standard error meanwhile. */
static char said[4096];
static int saved, ends[2];
static void listen(void)
{
    saved = dup(2);
    CHECK_THAT(pipe(ends) == 0);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    dup2(ends[1], 2);
}
static void stop_listening(void)
{
    dup2(saved, 2);
    close(saved);
    close(ends[1]);
    ssize_t n = read(ends[0], said, sizeof said - 1);
    close(ends[0]);
    said[n > 0 ? n : 0] = 0;
}

static const int kinds[N] = {0, 1, 1, 0, 0, 1};

static void check_own(void)
{
    double x[N], d[N] = {0}, t[N], other = 0;
    oracle_random(x, N, 5);
    oracle_random(t, N, 6);
    listen();
    __enzyme_autodiff((void *)right, enzyme_dup, x, d, enzyme_const, kinds, enzyme_const, N);
    double slope =
        __enzyme_fwddiff((void *)right, enzyme_dup, x, t, enzyme_const, kinds, enzyme_const, N);
    stop_listening();
    for (int i = 0; i < N; i++)
        other += d[i] * t[i];
    CHECK(slope, other);
    CHECK_THAT(!*said);
    memset(d, 0, sizeof d);
    listen();
    __enzyme_autodiff((void *)wrong, enzyme_dup, x, d, enzyme_const, kinds, enzyme_const, N);
    stop_listening();
    CHECK_THAT(strstr(said, "the derivative of wrong is wrong, or not smooth here"));
    char place[80];
    snprintf(place, sizeof place, "untyped.c:%d", CUBE);
    CHECK_THAT(strstr(said, place) && strstr(said, "here cube is called"));
}

static void check_of_caller(void)
{
    double x[N], d[N] = {0};
    union item items[N], shadows[N];
    oracle_random(x, N, 5);
    for (int i = 0; i < N; i++)
        if (kinds[i])
            items[i].pointer = &x[i], shadows[i].pointer = &d[i];
        else
            items[i].number = x[i], shadows[i].number = 0;
    listen();
    __enzyme_autodiff((void *)of_caller, enzyme_dup, items, shadows, enzyme_const, kinds,
                      enzyme_const, 3, enzyme_const, 4, enzyme_const, N);
    stop_listening();
    CHECK_THAT(strstr(said, "the derivative of of_caller is not compared: "));
    CHECK(d[1], 2 * 2 * x[1]);
    CHECK(shadows[3].number, 2 * 5 * x[3]);
}

int main(void)
{
    setenv("ENZCC_CHECK", "all", 1);
    check_own();
    check_of_caller();
    return oracle_result();
}
