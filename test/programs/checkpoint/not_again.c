/* Loops that cannot run again, or are not known well enough: they are stored. */
#include "oracle.h"
#include <math.h>
#include <stdio.h>

enum { N = 5 };
static int steps, printed;
static volatile double knob = 0.25;

static double reads_volatile(double x)
{
    for (int i = 0; i < steps; i++)
        x = sin(x) + knob * x * x;
    return x;
}

__attribute__((noinline)) static void count(double x)
{
    printed += x > -1e300;
}

static double with_effects(double x)
{
    for (int i = 0; i < steps; i++) {
        count(x);
        x = x * x - 0.5 * x;
    }
    return x;
}

static double leaves_early(double x)
{
    for (int i = 0; i < steps; i++) {
        x = x * 1.3 + 0.1;
        if (x > 4)
            break;
        x = x * x / 3;
    }
    return x;
}

static double until(double x)
{
    int rounds = 0;
    while (x < 3 && rounds++ < steps)
        x = x + 0.2 * sin(x);
    return x;
}

/* The inner recursion is a call of its own. */
static double recursive(double x, int depth)
{
    double s = x;
    for (int i = 0; i < steps % 4; i++)
        s += depth > 0 ? 0.1 * sin(recursive(0.9 * s, depth - 1)) : 0.1 * s * s;
    return s;
}

static double recursion(double x)
{
    return recursive(x, 2);
}

static double triangle(const double *x, int n)
{
    double a[N * N], s = 0;
    for (int i = 0; i < n * n; i++)
        a[i] = x[i % n] + i;
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++)
            for (int j = k; j < n; j++)
                a[i * n + j] -= 0.1 * a[i * n + k] * a[k * n + j] / a[k * n + k];
    for (int i = 0; i < n * n; i++)
        s += a[i] * a[i];
    return s;
}

int main(void)
{
    double x[N];
    oracle_random(x, N, 9);
    for (steps = 0; steps < 12; steps++) {
        ORACLE_SCALAR(reads_volatile, 0.4);
        int before = printed;
        (void)ORACLE_SCALAR_REVERSE_CALL(with_effects, 0.4);
        CHECK_THAT(printed - before == steps);
        ORACLE_SCALAR(with_effects, 0.4);
        ORACLE_SCALAR(leaves_early, 0.4);
        ORACLE_SCALAR(until, 0.4);
        ORACLE_SCALAR(recursion, 0.2);
    }
    ORACLE_GRADIENT(triangle, x, N);
    return oracle_result();
}
