/* The hook of error estimates is called for each active operation, in the order of the program.
 * (The names and places that it gets are in docs/examples/error_hook.c.) */
#include "oracle.h"
#include <math.h>
#include <string.h>

double __enzyme_error_estimate(void *, ...);

struct entry {
    double result, error;
    char operation[16], callee[16];
};
static struct entry entries[64];
static int count;

void enzymeLogError(double result, double error, const char *operation, const char *callee,
                    const char *file, const char *function, const char *place);

void enzymeLogError(double result, double error, const char *operation, const char *callee,
                    const char *file, const char *function, const char *place)
{
    struct entry *e = &entries[count++];
    e->result = result;
    e->error = error;
    strncpy(e->operation, operation, sizeof e->operation - 1);
    strncpy(e->callee, callee, sizeof e->callee - 1);
}

static double half_ulp(double x)
{
    return (nextafter(fabs(x), INFINITY) - fabs(x)) / 2;
}

#define CHECK_ERROR(got, want) CHECK((got) / (want), 1)
#define CHECK_TEXT(got, want)  CHECK_THAT(!strcmp((got), (want)))

static double scale(double x)
{
    return x * 3;
}

static double f(double x, double k)
{
    double y = scale(x);
    double z = k + 1;
    if (y > 2)
        y = sin(y);
    return z / y;
}

/* Optimisation may compute both. */
static double branches(double x, double y)
{
    double r;
    if (x > 1)
        r = exp(x * y) + 1;
    else
        r = sqrt(x) - y;
    return r;
}

static double repeated(double x, int n)
{
    for (int i = 0; i < n; i++)
        x = x * x;
    return x;
}

int main(void)
{
    double e = __enzyme_error_estimate((void *)f, 0.9, 1e-12, enzyme_const, 4.0);
    double y = 0.9 * 3, ey = 3e-12 + half_ulp(y);
    CHECK(count, 3);
    CHECK_THAT(entries[0].result == y);
    CHECK_ERROR(entries[0].error, ey);
    CHECK_TEXT(entries[0].operation, "fmul");
    CHECK_TEXT(entries[0].callee, "");
    CHECK(entries[1].result, sin(y));
    CHECK_ERROR(entries[1].error, fabs(cos(y)) * ey + half_ulp(sin(y)));
    CHECK_TEXT(entries[1].operation, "call");
    CHECK_TEXT(entries[1].callee, "sin");
    CHECK_TEXT(entries[2].operation, "fdiv");
    CHECK_THAT(entries[2].error == e);
    count = 0;
    e = __enzyme_error_estimate((void *)branches, 2.0, 1e-12, 3.0, 0.0);
    CHECK(count, 3);
    CHECK(entries[1].result, exp(6));
    CHECK_THAT(entries[2].error == e);
    count = 0;
    e = __enzyme_error_estimate((void *)branches, 0.5, 1e-12, 3.0, 0.0);
    CHECK(count, 2);
    CHECK_TEXT(entries[0].callee, "sqrt");
    CHECK_THAT(entries[1].error == e);
    count = 0;
    CHECK_THAT(__enzyme_error_estimate((void *)repeated, 1.5, 0.0, 5) == entries[4].error);
    CHECK(count, 5);
    CHECK_THAT(entries[3].result == pow(1.5, 16));
    CHECK_THAT(entries[3].error < entries[4].error);
    return oracle_result();
}
