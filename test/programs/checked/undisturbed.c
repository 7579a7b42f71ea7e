/* -fenz-check: right derivatives pass, and the program notices nothing: the function's effects
 * happen once, memory that it writes and shadows are as without the check. */
#include "oracle.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

float __enzyme_autodiff_single(void *, ...);

enum { N = 5 };
struct node {
    double value;
    struct node *next;
};
static int calls;
static double *last;

__attribute__((noinline)) static double walk(const struct node *list, double *scale)
{
    double sum = 0;
    for (; list; list = list->next)
        sum += list->value * list->value * *scale;
    *scale *= sum;
    return sum;
}

/* Updates y and x[0] in place, counts, keeps a pointer, goes through a list and calls. */
static double f(double *x, double *y, struct node *list, double z, int n)
{
    double local[N], sum = 0;
    calls++;
    last = y;
    for (int i = 0; i < n; i++)
        local[i] = sin(x[i]) * z;
    for (int i = 0; i < n; i++)
        y[i] = y[i] * local[i] + walk(list, &y[(i + 1) % n]);
    x[0] = x[1] * y[0];
    for (int i = 0; i < n; i++)
        sum += y[i] * x[i];
    return sum + z * z;
}

static const double constants[2] = {3, 4};
static double g(const double *x)
{
    return x[0] * x[0] * exp(x[1] / 4);
}
static float single(const float *x, float y)
{
    return x[0] * y + sinf(y);
}
static double kink(double x)
{
    return fabs(x) + x;
}
static void both(const double *x, double *y)
{
    y[0] = x[0] * x[1];
    y[1] = x[0] / x[1];
}

int main(void)
{
    setenv("ENZCC_CHECK", "stop,all", 1);
    double x[N], y[N], dx[N], dy[N], wanted_x[N], wanted_y[N];
    struct node nodes[2] = {{0.5, &nodes[1]}, {-1.5, NULL}},
                shadows[2] = {{1, &shadows[1]}, {2, NULL}};
    oracle_random(x, N, 1);
    oracle_random(y, N, 2);
    oracle_random(dx, N, 3);
    oracle_random(dy, N, 4);
    memcpy(wanted_x, x, sizeof x);
    memcpy(wanted_y, y, sizeof y);
    f(wanted_x, wanted_y, nodes, 0.75, N);
    calls = 0;
    last = NULL;
    double dz = __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_dup,
                                  nodes, shadows, 0.75, N);
    CHECK_THAT(calls == 1);
    CHECK_THAT(last == y);
    CHECK_ARRAY(x, wanted_x, N);
    CHECK_ARRAY(y, wanted_y, N);
    CHECK_THAT(isfinite(dz) && shadows[0].next == &shadows[1] && nodes[0].next == &nodes[1]);
    CHECK(nodes[0].value, 0.5);

    /* x is in memory that cannot be written: no differences. */
    double d[2] = {10, 20};
    __enzyme_autodiff((void *)g, enzyme_dup, constants, d);
    CHECK_ARRAY(d, ORACLE_LIST(10 + 6 * exp(1), 20 + 9 * exp(1) / 4), 2);

    float s[1] = {2}, ds[1] = {0};
    CHECK_FLOAT(__enzyme_autodiff_single((void *)single, enzyme_dup, s, ds, 0.5F), 2 + cosf(0.5F));
    CHECK_FLOAT(ds[0], 0.5F);

    CHECK(__enzyme_autodiff((void *)kink, 1.0), 2); /* and at 0, where differences say nothing */
    CHECK_THAT(isfinite(__enzyme_autodiff((void *)kink, 0.0)));

    double a[2] = {2, 4}, da[2] = {0, 0}, b[2], db[2] = {1, 10};
    __enzyme_autodiff((void *)both, enzyme_dup, a, da, enzyme_dup, b, db);
    CHECK_ARRAY(b, ORACLE_LIST(8, 0.5), 2);
    CHECK_ARRAY(da, ORACLE_LIST(4 + 2.5, 2 - 1.25), 2);
    CHECK_ARRAY(db, ORACLE_LIST(0, 0), 2);
    return oracle_result();
}
