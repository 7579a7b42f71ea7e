/*
 * What batches save: a function for eight lanes against eight calls of it, and the gradients of
 * both.
 *
 *     batch [--check]
 *
 * A recurrence over an array that all lanes share, the price of an option (Black and Scholes,
 * 1973), which is calls of the mathematical library, and a root by Newton's method, where each lane
 * stops by itself. --check compares values and gradients and measures nothing.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

extern int enzyme_dup, enzyme_const, enzyme_width, enzyme_scalar, enzyme_buffer;
extern void __enzyme_autodiff(void *, ...);

enum { LANES = 8, LENGTH = 1000, ROUNDS = 300 };
struct lanes {
    double at[LANES];
};
extern struct lanes __enzyme_batch(void *, ...);

static double shared[LENGTH];

static double recurrence(double x, const double *c, int n)
{
    double s = 0, t = 1;
    for (int i = 0; i < n; i++) {
        s = s * x + c[i] / (1 + t * t);
        t = 0.5 * t + x * s;
    }
    return s + t;
}

static double normal(double x)
{
    return erfc(-x / sqrt(2.0)) / 2;
}
static double option(double x, const double *c, int n)
{
    double sum = 0;
    for (int i = 0; i < n / 10; i++) {
        double spot = 100 * (1 + x), strike = 90 + 20 * c[i], years = 1 + c[i] * c[i];
        double spread = 0.2 * sqrt(years);
        double d = (log(spot / strike) + 0.03 * years) / spread + spread / 2;
        sum += spot * normal(d) - strike * exp(-0.03 * years) * normal(d - spread);
    }
    return sum;
}

static double newton(double x, const double *c, int n)
{
    double sum = 0;
    for (int i = 0; i < n / 10; i++) {
        double a = 2 + x + c[i], r = a;
        while (fabs(r * r - a) > 1e-14 * a)
            r = (r + a / r) / 2;
        sum += r;
    }
    return sum;
}

#define FUNCTIONS(F) F(recurrence) F(option) F(newton)

/* The sum over the lanes, both ways. */
#define BOTH(name)                                                                                 \
    static double name##_batch(const double *x)                                                    \
    {                                                                                              \
        struct lanes r =                                                                           \
            __enzyme_batch((void *)name, enzyme_width, LANES, enzyme_buffer, sizeof *x, x,         \
                           enzyme_scalar, shared, enzyme_scalar, LENGTH);                          \
        double sum = 0;                                                                            \
        for (int v = 0; v < LANES; v++)                                                            \
            sum += r.at[v];                                                                        \
        return sum;                                                                                \
    }                                                                                              \
    static double name##_calls(const double *x)                                                    \
    {                                                                                              \
        double sum = 0;                                                                            \
        for (int v = 0; v < LANES; v++)                                                            \
            sum += name(x[v], shared, LENGTH);                                                     \
        return sum;                                                                                \
    }                                                                                              \
    static void name##_batch_gradient(const double *x, double *dx)                                 \
    {                                                                                              \
        __enzyme_autodiff((void *)name##_batch, enzyme_dup, x, dx);                                \
    }                                                                                              \
    static void name##_calls_gradient(const double *x, double *dx)                                 \
    {                                                                                              \
        __enzyme_autodiff((void *)name##_calls, enzyme_dup, x, dx);                                \
    }
FUNCTIONS(BOTH)

static const struct row {
    const char *name;
    double (*value[2])(const double *);
    void (*gradient[2])(const double *, double *);
} rows[] = {
#define ROW(name)                                                                                  \
    {#name, {name##_batch, name##_calls}, {name##_batch_gradient, name##_calls_gradient}},
    FUNCTIONS(ROW)};
enum { ROWS = sizeof rows / sizeof *rows };

static double x[LANES];

static int check(const struct row *r)
{
    double a[LANES] = {0}, b[LANES] = {0};
    int wrong = !(fabs(r->value[0](x) - r->value[1](x)) <= 1e-12 * fabs(r->value[1](x)));
    r->gradient[0](x, a);
    r->gradient[1](x, b);
    for (int v = 0; v < LANES; v++)
        wrong += !(fabs(a[v] - b[v]) <= 1e-10 * (fabs(b[v]) + 1));
    printf("%-12s %s\n", r->name, wrong ? "DIFFERS" : "agrees");
    return wrong;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static volatile double sink;

/* The shortest of many runs, in microseconds. */
static double measure(const struct row *r, int way, int gradient)
{
    double best = INFINITY, dx[LANES];
    for (int k = 0; k < ROUNDS; k++) {
        double start = now();
        if (gradient) {
            memset(dx, 0, sizeof dx);
            r->gradient[way](x, dx);
            sink = dx[0];
        } else {
            sink = r->value[way](x);
        }
        best = fmin(best, now() - start);
    }
    return 1e6 * best;
}

int main(int argc, char **argv)
{
    int wrong = 0;
    for (int i = 0; i < LENGTH; i++)
        shared[i] = 0.001 * i - 0.3;
    for (int v = 0; v < LANES; v++)
        x[v] = 0.1 * v - 0.35;
    for (int i = 0; i < ROWS; i++)
        wrong += check(&rows[i]);
    if (wrong || (argc > 1 && !strcmp(argv[1], "--check")))
        return wrong != 0;
    printf("\n%-12s %29s %29s", "us", "value: batch, calls, ratio",
           "gradient: batch, calls, ratio");
    for (int i = 0; i < ROWS; i++) {
        printf("\n%-12s", rows[i].name);
        for (int gradient = 0; gradient < 2; gradient++) {
            double batch = measure(&rows[i], 0, gradient), calls = measure(&rows[i], 1, gradient);
            printf(" %9.1f %9.1f %9.2f", batch, calls, calls / batch);
        }
    }
    putchar('\n');
}
