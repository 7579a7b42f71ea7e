/* Records of derivatives that are not constant, and one whose first function is the library's;
 * beside them tables of two functions that only look like records. */
#include "oracle.h"
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

typedef double unary(double);
struct layer {
    unary *f;
    double weight;
};
static double apply(const struct layer *l, double x)
{
    return l->f(x) * l->weight;
}

static double square(double x)
{
    return x * x;
}
static double square_reverse(double x, double seed)
{
    return 10 * x * seed;
}
static double sine_reverse(double x, double seed)
{
    return 7 * cos(x) * seed;
}

void *exported_record[] = {(void *)square, (void *)square_reverse};
static void *local_record[] = {(void *)square, (void *)square_reverse};
static struct {
    unary *augmented;
    double (*reverse)(double, double);
} changing = {square, square_reverse};
static const struct {
    unary *augmented;
    double (*reverse)(double, double);
} of_library = {sin, sine_reverse};

static double derivative(unary *f, const void *record, double x)
{
    struct layer l = {f, 3}, dl = {(unary *)record, 0};
    double d = __enzyme_autodiff((void *)apply, enzyme_dup, &l, &dl, x);
    CHECK(dl.weight, f(x));
    return d;
}

static void records(void)
{
    CHECK(derivative(square, exported_record, 2), 60);
    CHECK(derivative(square, local_record, 2), 60);
    CHECK(derivative(square, &changing, 2), 60);
    CHECK(derivative(sin, &of_library, 0.5), 21 * cos(0.5));
    CHECK(derivative(square, NULL, 2), 12);
}

static void after_a_change(void)
{
    changing.reverse = sine_reverse;
    freopen("/dev/null", "w", stderr);
    derivative(square, &changing, 2);
    _exit(0);
}

/* Not a record for functions of this type: what it returns has two numbers, and no tape fits. */
struct range {
    double low, high;
};
static struct range bounds(double x)
{
    return (struct range){x - 1, x + 1};
}
static double between(double a, double b, double t)
{
    return a + (b - a) * t;
}
const struct {
    struct range (*bounds)(double);
    double (*between)(double, double, double);
} table = {bounds, between};

static void as_a_record(void)
{
    freopen("/dev/null", "w", stderr);
    derivative(square, &table, 2);
    _exit(0);
}

static void ends(void (*run)(void))
{
    int status;
    pid_t child = fork();
    if (!child)
        run();
    waitpid(child, &status, 0);
    CHECK_THAT(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

int main(void)
{
    records();
    ends(after_a_change);
    ends(as_a_record);
    struct range r = table.bounds(oracle_result());
    CHECK(table.between(r.low, r.high, 0.5), 0);
    return oracle_result();
}
