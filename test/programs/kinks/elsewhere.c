/* -fenz-check=kinks in code of other kinds: vectors and float, loops that run again in the reverse
 * sweep, functions that are called, second derivatives. Derivatives are what they are without. */
#define _POSIX_C_SOURCE 200809L
#include "oracle.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef double four __attribute__((vector_size(32)));
extern int enzyme_width;

/* ---- what is said ---------------------------------------------------------------------------- */

static int to_pipe[2], stderr_was;
static void begin(void)
{
    CHECK_THAT(pipe(to_pipe) == 0);
    stderr_was = dup(2);
    dup2(to_pipe[1], 2);
    close(to_pipe[1]);
}
static const char *end(void)
{
    static char text[1 << 14];
    dup2(stderr_was, 2);
    close(stderr_was);
    size_t n = 0;
    for (ssize_t got; (got = read(to_pipe[0], text + n, sizeof text - 1 - n)) > 0;)
        n += (size_t)got;
    text[n] = 0;
    close(to_pipe[0]);
    return text;
}
static int lines(const char *text)
{
    int n = 0;
    for (; *text; text++)
        n += *text == '\n';
    return n;
}

/* ---- functions ------------------------------------------------------------------------------- */

static double vectors(const double *x)
{
    four a = {x[0], x[1], x[2], x[3]};
    a = __builtin_elementwise_abs(a) * a;
    return a[0] + a[1] + a[2] + a[3];
}
float __enzyme_autodiff_float(void *, ...);
static float single(float x)
{
    return fabsf(x - 0.1f) * x;
}

__attribute__((noinline)) static double soft(double x)
{
    return x > 0.25 ? x : x * x;
}
static double called(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double row[4];
        for (int k = 0; k < 4; k++)
            row[k] = soft(x[i] * k);
        for (int k = 0; k < 4; k++)
            sum += row[k] * row[3 - k];
    }
    return sum;
}

static double inner(double x)
{
    return fabs(x - 1) * (x - 1) * (x - 1);
}
static double slope(double x)
{
    return __enzyme_autodiff((void *)inner, x);
}

int main(void)
{
    double x[4] = {1, 0, -2, 3}, dx[4] = {0};
    begin();
    __enzyme_autodiff((void *)vectors, enzyme_dup, x, dx);
    const char *text = end();
    CHECK_THAT(lines(text) == 1 && strstr(text, "fabs of 0"));
    CHECK_ARRAY(dx, ((double[]){2, 0, 4, 6}), 4);

    begin();
    CHECK_FLOAT(__enzyme_autodiff_float((void *)single, 0.1f + 1e-8f), 0.1f);
    CHECK_THAT(lines(end()) == 1);
    begin();
    CHECK_FLOAT(__enzyme_autodiff_float((void *)single, 0.1001f), 0.0001f + 0.1001f);
    CHECK_THAT(!*end());

    /* Of three calls of one function in a row, at x[1] * 1. */
    double y[3] = {0.3, 0.25, 0.7}, dy[3] = {0};
    begin();
    __enzyme_autodiff((void *)called, enzyme_dup, y, dy, enzyme_const, 3);
    text = end();
    CHECK_THAT(lines(text) == 1 && strstr(text, "soft is within rounding"));
    CHECK_THAT(strstr(text, "of 0.25 and 0.25"));

    begin();
    CHECK(__enzyme_fwddiff((void *)slope, 3.0, 1.0), 12);
    CHECK_THAT(!*end());
    begin();
    __enzyme_fwddiff((void *)slope, 1.0, 1.0);
    CHECK_THAT(strstr(end(), "inner is within rounding"));
    return oracle_result();
}
