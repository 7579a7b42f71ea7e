/* Active memory reached through pointers that only initial values ever set: of a
 * global, a constant table, a struct that points to itself, and a local array. */
#include "oracle.h"

struct workspace {
    double *values;
    struct workspace *self;
};

static double buffer[4];
static double factors[4] = {1, 2, 3, 4};
static double *work = buffer + 1;
static double *const tables[2] = {factors, factors + 2};
static struct workspace space = {buffer + 2, &space};

static double f(double x)
{
    work[0] = x * x;
    space.values[1] = x;
    return buffer[1] * tables[1][0] + space.self->values[1] * buffer[1];
}

/* What is stored through the local table is not read again. */
static void discarded(const double *x, int n, double *y)
{
    static double kept;
    double *places[3] = {&kept, &kept, &kept};
    double *first = places[0];

    places[0] = places[n];
    places[n] = first;
    for (int i = 0; i < 3; i++)
        *places[i] = x[0] * x[0];
    y[0] = 2 * x[0];
}

int main(void)
{
    double x[1] = {2}, y[1], dx[1] = {0}, dy[1] = {1};

    CHECK(__enzyme_autodiff((void *)f, 2.0), 24);
    CHECK(__enzyme_fwddiff((void *)f, 2.0, 1.0), 24);
    __enzyme_autodiff((void *)discarded, enzyme_dup, x, dx, enzyme_const, 1, enzyme_dup, y, dy);
    CHECK(dx[0], 2);
    return oracle_result();
}
