/* The shadow of a function pointer is a record that the program has written: the derivative of a
 * call through the pointer is what the record says, here a multiple of the right one, so that it
 * can be told from what would be derived. */
#include "oracle.h"
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

extern int enzyme_width;

typedef double unary(double);
static double square(double x)
{
    return x * x;
}
static double cube(double x)
{
    return x * x * x;
}

/* ---- numbers, without and with a tape -------------------------------------------------------- */

static double reverse_ten_fold(double x, double seed)
{
    return 10 * 2 * x * seed;
}
static const struct {
    unary *augmented;
    double (*reverse)(double, double);
} ten_fold = {square, reverse_ten_fold};

static int kept;
struct taped {
    void *tape;
    double value;
};
static double memory[4];
static struct taped augmented_taped(double x)
{
    memory[kept] = 3 * x * x;
    return (struct taped){&memory[kept++], x * x * x};
}
static double reverse_taped(double x, double seed, void *tape)
{
    (void)x;
    kept--;
    return 7 * *(double *)tape * seed;
}
static const struct {
    struct taped (*augmented)(double);
    double (*reverse)(double, double, void *);
} seven_fold[2] = {{augmented_taped, reverse_taped}, {augmented_taped, reverse_taped}};

struct layer {
    unary *f;
    double weight;
};
static double network(const struct layer *l, int n, double x)
{
    for (int i = 0; i < n; i++)
        x = l[i].f(l[i].weight * x);
    return x;
}

static void members(void)
{
    struct layer l[] = {{square, 0.5}, {cube, 0.7}, {square, 1.1}, {cube, 0.9}};
    struct layer dl[] = {{(unary *)&ten_fold, 0}, {(unary *)&seven_fold[1], 0}, {0, 0}, {0, 0}};
    double x[5] = {1.2}, d = 1, factor[] = {10, 7, 1, 1}, dweight[4];
    for (int i = 0; i < 4; i++)
        x[i + 1] = l[i].f(l[i].weight * x[i]);
    for (int i = 4; i--;) {
        double at = l[i].weight * x[i];
        d *= factor[i] * (l[i].f == square ? 2 * at : 3 * at * at);
        dweight[i] = d * x[i];
        d *= l[i].weight;
    }
    CHECK(__enzyme_autodiff((void *)network, enzyme_dup, l, dl, 4, 1.2), d);
    for (int i = 0; i < 4; i++)
        CHECK(dl[i].weight, dweight[i]);
    CHECK_THAT(kept == 0);
}

static double apply(unary *f, double x)
{
    return f(x) + x;
}
static void arguments(void)
{
    CHECK(__enzyme_autodiff((void *)apply, enzyme_dup, square, (unary *)&ten_fold, 3.0), 61);
    CHECK(__enzyme_autodiff((void *)apply, enzyme_dup, square, (unary *)NULL, 3.0), 7);
    CHECK(__enzyme_autodiff((void *)apply, enzyme_const, square, 3.0), 7);
}

/* ---- memory, integers ------------------------------------------------------------------------ */

typedef double weighted(const double *, int n, bool twice, float w);
static double weigh(const double *x, int n, bool twice, float w)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += (twice ? 2 : 1) * w * x[i];
    return sum;
}
static double weigh_augmented(const double *x, double *dx, int n, int same, bool twice, float w)
{
    CHECK_THAT(n == same && x != dx);
    return weigh(x, n, twice, w);
}
static float weigh_reverse(const double *x, double *dx, int n, int same, bool twice, float w,
                           double seed)
{
    double sum = 0;
    for (int i = 0; i < same; i++) {
        dx[i] += 3 * (twice ? 2 : 1) * w * seed;
        sum += 3 * (twice ? 2 : 1) * x[i] * seed;
    }
    CHECK_THAT(n == same);
    return (float)sum;
}
static const struct {
    double (*augmented)(const double *, double *, int, int, bool, float);
    float (*reverse)(const double *, double *, int, int, bool, float, double);
} three_fold = {weigh_augmented, weigh_reverse};

struct sum {
    weighted *how;
    double x[3];
    bool twice;
    float w;
};
static double evaluate(const struct sum *s)
{
    return s->how(s->x, 3, s->twice, s->w) * s->x[0];
}
static void pointers(void)
{
    struct sum s = {weigh, {1, 2, 3}, true, 0.5f}, ds = {(weighted *)&three_fold, {0}, 0, 0};
    __enzyme_autodiff((void *)evaluate, enzyme_dup, &s, &ds);
    CHECK_ARRAY(ds.x, ((double[]){3 + 6, 3, 3}), 3);
    CHECK_FLOAT(ds.w, 3 * 2 * 6);
}

static void swap_in_place(double *x, double by)
{
    x[0] *= by;
}
static void swap_augmented(double *x, double *dx, double by)
{
    (void)dx;
    x[0] *= by;
}
static double swap_reverse(double *x, double *dx, double by)
{
    double seed = dx[0];
    dx[0] = 5 * seed * by;
    return 5 * seed * x[0] / by;
}
static const struct {
    void (*augmented)(double *, double *, double);
    double (*reverse)(double *, double *, double);
} five_fold = {swap_augmented, swap_reverse};
struct step {
    void (*run)(double *, double);
};
static void steps(const struct step *s, double *x, double by)
{
    s->run(x, by);
}
static void in_place(void)
{
    struct step s = {swap_in_place}, ds = {(void (*)(double *, double))&five_fold};
    double x = 3, dx = 1;
    double dby = __enzyme_autodiff((void *)steps, enzyme_dup, &s, &ds, enzyme_dup, &x, &dx, 2.0);
    CHECK(x, 6);
    CHECK(dx, 10);
    CHECK(dby, 15);
}

/* ---- forward mode, and several directions ---------------------------------------------------- */

struct pair {
    double value, tangent;
};
static struct pair forward_ten_fold(double x, double dx)
{
    return (struct pair){x * x, 20 * x * dx};
}
static const struct {
    struct pair (*forward)(double, double);
} forward_record = {forward_ten_fold};

static void forward(void)
{
    struct layer l[] = {{square, 0.5}, {square, 2}}, dl[] = {{(unary *)&forward_record, 0}, {0, 1}};
    double t = __enzyme_fwddiff((void *)network, enzyme_dup, l, dl, 2, 3.0, 1.0);
    double y = 2.25, dy = 20 * 1.5 * 0.5;
    CHECK(t, 2 * (2 * y) * (2 * dy + y));

    /* A record of the other mode is none: the function is what counts. */
    dl[0].f = (unary *)&ten_fold;
    t = __enzyme_fwddiff((void *)network, enzyme_dup, l, dl, 2, 3.0, 1.0);
    CHECK(t, 2 * (2 * y) * (2 * dy / 10 + y));
}

struct gradients {
    double x[2];
};
extern struct gradients __enzyme_autodiff_two(void *, ...);
static void directions(void)
{
    struct layer l = {square, 0.5}, d0 = {(unary *)&ten_fold, 0}, d1 = d0;
    struct gradients g =
        __enzyme_autodiff_two((void *)network, enzyme_width, 2, enzyme_dup, &l, &d0, &d1, 1, 3.0);
    CHECK_ARRAY(g.x, ((double[]){20 * 1.5 * 0.5, 20 * 1.5 * 0.5}), 2);
    CHECK(d1.weight, 20 * 1.5 * 3);

    /* A record with a tape serves one direction; the run that uses one for two ends. */
    pid_t child = fork();
    if (!child) {
        fclose(stderr);
        d0.f = d1.f = (unary *)&seven_fold[0];
        __enzyme_autodiff_two((void *)network, enzyme_width, 2, enzyme_dup, &l, &d0, &d1, 1, 3.0);
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    CHECK_THAT(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

int main(void)
{
    members();
    arguments();
    pointers();
    in_place();
    forward();
    directions();
    return oracle_result();
}
