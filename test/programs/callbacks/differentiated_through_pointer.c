/* The function to differentiate is known when the program runs only: kept in a struct, or in a
 * table that changes. */
#include <math.h>
#include "oracle.h"

typedef double objective(const double *x, int n);
struct problem {
    const char *name;
    objective *f;
    double (*scale)(double);
    void (*map)(const double *, double *);
    int n;
};

void *__enzyme_augmentfwd_tape(void *, ...);
double __enzyme_reverse_seed(void *, ...);

static double sum_of_squares(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] * x[i];
    return s;
}

static double product(const double *x, int n)
{
    double p = 1;
    for (int i = 0; i < n; i++)
        p *= x[i];
    return p;
}

/* Takes a derivative itself, so it is not what is called while it is taken. */
static double slope(double x);
static double square(double x)
{
    return x * x;
}
static void swap(const double *x, double *y)
{
    y[0] = x[1] * x[1], y[1] = 3 * x[0];
}

static void gradient(const struct problem *p, const double *x, double *g)
{
    for (int i = 0; i < p->n; i++)
        g[i] = 0;
    __enzyme_autodiff((void *)p->f, enzyme_dup, x, g, enzyme_const, p->n);
}

static double derivative(double (*f)(double), double x)
{
    return __enzyme_autodiff((void *)f, x);
}
static double slope(double x)
{
    return derivative(sin, x);
}

static struct problem problems[2];

static void fill(int turn)
{
    problems[turn] = (struct problem){"sum", sum_of_squares, square, swap, 3};
    problems[1 - turn] = (struct problem){"product", product, turn > 1 ? slope : exp, swap, 3};
}

int main(int argc, char **argv)
{
    const double x[3] = {2, 3, 5};
    (void)argv;
    fill(argc - 1);
    for (struct problem *p = problems; p < problems + 2; p++) {
        double g[3], along[3] = {1, 0, 0};
        int sum = p->f == sum_of_squares;
        gradient(p, x, g);
        CHECK(g[0], sum ? 4 : 15);
        CHECK(g[2], sum ? 10 : 6);
        CHECK(__enzyme_fwddiff((void *)p->f, enzyme_dup, x, along, enzyme_const, 3), g[0]);
        CHECK(derivative(p->scale, 1.5), sum ? 3 : exp(1.5));
        CHECK(__enzyme_reverse_seed((void *)p->scale, 1.5, 10.0,
                                    __enzyme_augmentfwd_tape((void *)p->scale, 1.5)),
              sum ? 30 : 10 * exp(1.5));

        double y[2], dx[3] = {0}, dy[2] = {1, 10};
        __enzyme_autodiff((void *)p->map, enzyme_dup, x, dx, enzyme_dup, y, dy);
        CHECK(dx[0], 30);
        CHECK(dx[1], 6);
    }
    return oracle_result();
}
