/* -fenz-check=dot,fd: functions that allocate, free, copy and fill memory are compared, and what
 * is wrong in them is found. The program notices nothing: its own blocks stay, shadows and memory
 * are as without the check. What a run cannot take back is said when it comes to it. */
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

enum { N = 4 };
struct weight {
    double at;
    int index;
    double by;
};

static void *must(void *block)
{
    if (!block) {
        perror("no memory");
        exit(1);
    }
    return block;
}

/* Memory that is no number's, filled by a function without a derivative. */
__attribute__((noinline)) static void number_them(int *order, int n)
{
    for (int i = 0; i < n; i++)
        order[i] = n - 1 - i;
}

#define SCRATCH(name, function)                                                                    \
    static double name(double *x, double *y, const struct weight *w, int n)                        \
    {                                                                                              \
        struct weight local[2];                                                                    \
        double *t = must(calloc((size_t)n, sizeof *t)), sum = 0;                                   \
        int *order = must(malloc((size_t)n * sizeof *order));                                      \
        number_them(order, n);                                                                     \
        memcpy(local, w, sizeof local);                                                            \
        for (int i = 0; i < n; i++)                                                                \
            t[i] += x[order[i]] * local[i & 1].at * local[0].by;                                   \
        t = must(realloc(t, 2 * (size_t)n * sizeof *t));                                           \
        memset(t + n, 0, (size_t)n * sizeof *t);                                                   \
        memset(y, 0, (size_t)n * sizeof *y);                                                       \
        for (int i = 0; i < n; i++) {                                                              \
            t[n + i] += sin(t[i]);                                                                 \
            y[i] += t[n + i] * x[i];                                                               \
        }                                                                                          \
        memmove(x + 1, x, (size_t)(n - 1) * sizeof *x);                                            \
        memcpy(x, y, (size_t)n / 2 * sizeof *x);                                                   \
        for (int i = 0; i < 2 * n; i++)                                                            \
            sum += function(t[i]) * x[i % n];                                                      \
        free(t);                                                                                   \
        free(order);                                                                               \
        return sum;                                                                                \
    }
static double root(double x)
{
    return sqrt(1 + x * x);
}
SCRATCH(right, root)
enum { CUBE = __LINE__ + 1 };
SCRATCH(wrong, cube)

struct numbers {
    double *at;
    int count;
};

/* The block stays: in reverse mode that is no obstacle. */
static double keeps(const double *x, struct numbers *v)
{
    double *block = malloc(2 * sizeof *block);
    block[0] = x[0] * x[1];
    block[1] = x[0];
    v->at = block;
    return block[0] * block[1];
}

/* The caller's block goes, and with it the gradient of what was there. */
static double grows(struct numbers *v)
{
    double *more = malloc((size_t)(v->count + 1) * sizeof *more), sum = 0;
    memcpy(more, v->at, (size_t)v->count * sizeof *more);
    more[v->count] = more[0] * more[1];
    free(v->at);
    v->at = more;
    v->count++;
    for (int i = 0; i < v->count; i++)
        sum += v->at[i] * v->at[i];
    return sum;
}

static double x[N], dx[N], y[N], dy[N];
static struct weight w[2], dw[2];
static void begin(void)
{
    oracle_random(x, N, 1);
    oracle_random(y, N, 2);
    oracle_random(dx, N, 3);
    oracle_random(dy, N, 4);
    w[0] = (struct weight){0.5, 1, 2}, w[1] = (struct weight){-0.25, 2, 3};
    dw[0] = dw[1] = (struct weight){1, 0, -1};
}
static void call_right(void)
{
    __enzyme_autodiff((void *)right, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_dup, w, dw, N);
}
static void call_wrong(void)
{
    __enzyme_autodiff((void *)wrong, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_dup, w, dw, N);
}
static struct numbers v, dv;
static void call_keeps(void)
{
    dx[0] = dx[1] = 0;
    __enzyme_autodiff((void *)keeps, enzyme_dup, x, dx, enzyme_dup, &v, &dv);
}
static void call_grows(void)
{
    __enzyme_autodiff((void *)grows, enzyme_dup, &v, &dv);
}
static struct numbers of(double a, double b)
{
    struct numbers made = {malloc(2 * sizeof(double)), 2};
    made.at[0] = a, made.at[1] = b;
    return made;
}

static char text[8192];
static bool says(const char *a, const char *b)
{
    const char *at = strstr(text, a);
    const char *end = at ? strchr(at, '\n') : NULL, *found = at ? strstr(at, b) : NULL;
    return end && found && found < end;
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
    double wanted_x[N], wanted_y[N];
    char place[32];
    setenv("ENZCC_CHECK", "all", 1);
    begin();
    memcpy(wanted_x, x, sizeof x);
    memcpy(wanted_y, y, sizeof y);
    right(wanted_x, wanted_y, w, N);
    printed(call_right);
    CHECK_THAT(!*text);
    CHECK_ARRAY(x, wanted_x, N);
    CHECK_ARRAY(y, wanted_y, N);
    CHECK_ARRAY(dy, ORACLE_LIST(0, 0, 0, 0), N);
    CHECK_THAT(isfinite(dx[0] + dw[0].at + dw[1].at) && dw[0].at != 1);

    begin();
    size_t before = oracle_heap_in_use();
    call_right();
    CHECK_THAT(oracle_heap_in_use() <= before + 4096);

    begin();
    printed(call_wrong);
    snprintf(place, sizeof place, "allocates.c:%d:", CUBE);
    CHECK_THAT(says("the derivative of wrong", "forward mode"));
    CHECK_THAT(strstr(text, "differences") != NULL);
    CHECK_THAT(says(place, "here cube is called, whose own derivative differs"));

    printed(call_keeps);
    CHECK_THAT(!*text);
    CHECK(v.at[0], x[0] * x[1]);
    CHECK_ARRAY(dx, ORACLE_LIST(2 * x[0] * x[1], x[0] * x[0]), 2);
    free(v.at);
    free(dv.at);

    v = of(3, 5), dv = of(0, 0);
    printed(call_grows);
    CHECK_THAT(says("the derivative of grows is not compared", "it frees memory"));
    CHECK_THAT(v.count == 3);
    CHECK(v.at[2], 15);
    free(v.at);
    free(dv.at);
    return oracle_result();
}
