/* Records of derivatives that the program has written by hand, in local variables: initialised,
 * filled member by member, of constant size in structs and arrays; records whose functions lack
 * parameters. Each says a multiple of the right derivative, so that it can be told from what would
 * be derived. */
#include "oracle.h"
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef double unary(double);
struct layer {
    unary *f;
    double weight;
};
static double square(double x)
{
    return x * x;
}
static double cube(double x)
{
    return x * x * x;
}
static double network(const struct layer *l, int n, double x)
{
    for (int i = 0; i < n; i++)
        x = l[i].f(l[i].weight * x);
    return x;
}
static double apply(unary *f, double x)
{
    return f(x) + x;
}

static double reverse_ten_fold(double x, double seed)
{
    return 10 * 2 * x * seed;
}
static double reverse_seven_fold(double x, double seed)
{
    return 7 * 2 * x * seed;
}
struct taped {
    void *tape;
    double value;
};
static struct taped augmented_cube(double x)
{
    double *tape = malloc(sizeof *tape);
    *tape = 3 * x * x;
    return (struct taped){tape, x * x * x};
}
static double reverse_cube(double x, double seed, void *tape)
{
    double g = 5 * *(double *)tape * seed;
    free(tape);
    return g + 0 * x;
}

static void initialised(void)
{
    struct {
        unary *augmented;
        double (*reverse)(double, double);
    } record = {square, reverse_ten_fold};
    CHECK(__enzyme_autodiff((void *)apply, enzyme_dup, square, (unary *)&record, 3.0), 61);
    struct layer l = {square, 0.5}, dl = {(unary *)&record, 0};
    CHECK(__enzyme_autodiff((void *)network, enzyme_dup, &l, &dl, 1, 3.0), 10 * 1.5);
    CHECK(dl.weight, 10 * 2 * 1.5 * 3);
}

static void filled(int which)
{
    struct {
        unary *augmented;
        double (*reverse)(double, double);
    } record;
    record.augmented = square;
    if (which)
        record.reverse = reverse_ten_fold;
    else
        record.reverse = reverse_seven_fold;
    CHECK(__enzyme_autodiff((void *)apply, enzyme_dup, square, (unary *)&record, 3.0),
          1 + 6 * (which ? 10 : 7));
    record.reverse = reverse_seven_fold; /* changed between two calls */
    CHECK(__enzyme_autodiff((void *)apply, enzyme_dup, square, (unary *)&record, 3.0), 43);
}

/* Two of them in an array, one with a tape, beside a null shadow and that of the function. */
static void array(void)
{
    struct entry {
        const char *name;
        struct {
            void *augmented, *reverse;
        } record;
    } entries[] = {{"ten", {(void *)square, (void *)reverse_ten_fold}},
                   {"five", {(void *)augmented_cube, (void *)reverse_cube}}};
    struct layer l[] = {{square, 0.5}, {cube, 0.7}, {square, 1.1}, {cube, 0.9}};
    struct layer dl[] = {
        {(unary *)&entries[0].record, 0}, {(unary *)&entries[1].record, 0}, {0, 0}, {cube, 0}};
    double x[5] = {1.2}, d = 1, factor[] = {10, 5, 1, 1};
    for (int i = 0; i < 4; i++)
        x[i + 1] = l[i].f(l[i].weight * x[i]);
    for (int i = 4; i--;) {
        double at = l[i].weight * x[i];
        d *= factor[i] * (l[i].f == square ? 2 * at : 3 * at * at) * l[i].weight;
    }
    CHECK(__enzyme_autodiff((void *)network, enzyme_dup, l, dl, 4, 1.2), d);
}

struct pair {
    double value, tangent;
};
static struct pair forward_ten_fold(double x, double dx)
{
    return (struct pair){x * x, 20 * x * dx};
}
static void forward(void)
{
    struct {
        struct pair (*forward)(double, double);
    } record = {forward_ten_fold}, other;
    other.forward = forward_ten_fold;
    CHECK(__enzyme_fwddiff((void *)apply, enzyme_dup, square, (unary *)&record, 3.0, 1.0), 61);
    CHECK(__enzyme_fwddiff((void *)apply, enzyme_dup, square, (unary *)&other, 3.0, 2.0), 122);
    CHECK(__enzyme_fwddiff((void *)apply, enzyme_dup, square, (unary *)NULL, 3.0, 1.0), 7);
}

/* ---- functions that lack parameters: the run ends, and says which function it is ------------- */

static double without_seed(double x)
{
    return 2 * x;
}
static const struct {
    unary *augmented;
    double (*reverse)(double);
} no_seed = {square, without_seed};

typedef double binary(double *, double);
static double scale(double *x, double by)
{
    return *x * by;
}
static double no_factor(double *x, double *dx)
{
    return *x * *dx;
}
static void no_factor_reverse(double *x, double *dx, double seed)
{
    *dx += *x * seed;
}
static const struct {
    double (*augmented)(double *, double *);
    void (*reverse)(double *, double *, double);
} too_short = {no_factor, no_factor_reverse};
static struct pair forward_short(double *x, double *dx)
{
    return (struct pair){*x, *dx};
}
static const struct {
    struct pair (*forward)(double *, double *);
} forward_too_short = {forward_short};

static double apply_two(binary *f, double *x, double by)
{
    return f(x, by);
}

static void expect_end(void (*run)(void), const char *name)
{
    int ends[2], status = 0;
    char text[1024];
    CHECK_THAT(!pipe(ends));
    fflush(stdout);
    pid_t child = fork();
    if (!child) {
        dup2(ends[1], 2);
        run();
        _exit(0);
    }
    close(ends[1]);
    ssize_t n = read(ends[0], text, sizeof text - 1);
    text[n > 0 ? n : 0] = 0;
    close(ends[0]);
    waitpid(child, &status, 0);
    CHECK_THAT(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    CHECK_THAT(strstr(text, name) && strstr(text, "expected"));
}
static void run_without_seed(void)
{
    __enzyme_autodiff((void *)apply, enzyme_dup, square, (unary *)&no_seed, 3.0);
}
static void run_too_short(void)
{
    double x = 3, dx = 0;
    __enzyme_autodiff((void *)apply_two, enzyme_dup, scale, (binary *)&too_short, enzyme_dup, &x,
                      &dx, 2.0);
}
static void run_forward_too_short(void)
{
    double x = 3, dx = 0;
    __enzyme_fwddiff((void *)apply_two, enzyme_dup, scale, (binary *)&forward_too_short, enzyme_dup,
                     &x, &dx, 2.0, 1.0);
}

int main(void)
{
    initialised();
    filled(0);
    filled(1);
    array();
    forward();
    expect_end(run_without_seed, "without_seed");
    expect_end(run_too_short, "no_factor");
    expect_end(run_forward_too_short, "forward_short");
    return oracle_result();
}
