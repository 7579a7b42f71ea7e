/* An error that leaves the differentiated code by longjmp; derivatives go on to work afterwards. */
#include <math.h>
#include <setjmp.h>
#include <stdlib.h>
#include "oracle.h"

static jmp_buf handler;

static double root(double x)
{
    if (x < 0)
        longjmp(handler, 7);
    return sqrt(x);
}

static double f(const double *x, int n)
{
    double roots[8], s = 0;
    for (int i = 0; i < n; i++)
        roots[i] = root(x[i]);
    for (int i = 0; i < n; i++)
        s += roots[i] * roots[(i + 1) % n];
    return s;
}

/* The error's number, or 0. */
static int attempt(const double *x, double *dx)
{
    int error = setjmp(handler);
    if (!error)
        __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, 3);
    return error;
}

int main(void)
{
    const double bad[3] = {1, -2, 3}, good[3] = {4, 9, 16};
    for (int i = 0; i < 3; i++) {
        double dx[3] = {0};
        CHECK(attempt(bad, dx), 7);
        CHECK(dx[0], 0);
        CHECK(attempt(good, dx), 0);
        CHECK(dx[0], 1.75);
    }
    ORACLE_GRADIENT(f, good, 3);
    return oracle_result();
}
