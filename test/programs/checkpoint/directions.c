/* Several directions at once, and derivatives of derivatives. */
#include "oracle.h"
#include <math.h>
#include <string.h>

enum { N = 6 };
static int steps;

static void step_all(double *a, double *b, int n, int count)
{
    for (int t = 0; t < count; t++) {
        for (int i = 1; i < n - 1; i++)
            b[i] = a[i] + 0.2 * (a[i - 1] * a[i] - a[i + 1]);
        double *other = a;
        a = b;
        b = other;
    }
}

static void two_directions(const double *x)
{
    double one[2][2 * N], both[2][2 * N], a[2 * N];
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < 2 * N; i++)
            one[k][i] = both[k][i] = k ? 1.0 / (1 + i) : i % 3;
        memcpy(a, x, sizeof a);
        __enzyme_autodiff_v((void *)step_all, enzyme_dup, a, one[k], enzyme_dup, a + N, one[k] + N,
                            enzyme_const, N, enzyme_const, steps);
    }
    memcpy(a, x, sizeof a);
    __enzyme_autodiff_v((void *)step_all, enzyme_width, 2, enzyme_dup, a, both[0], both[1],
                        enzyme_dup, a + N, both[0] + N, both[1] + N, enzyme_const, N, enzyme_const,
                        steps);
    CHECK_ARRAY(both[0], one[0], 2 * N);
    CHECK_ARRAY(both[1], one[1], 2 * N);
}

static double f(double x)
{
    int count = steps;
    for (int i = 0; i < count; i++)
        x = sin(x) + 0.3 * x * x;
    return x;
}

static double slope(double x)
{
    return __enzyme_autodiff((void *)f, x);
}

static double tangent(double x)
{
    return __enzyme_fwddiff((void *)f, x, 1.0);
}

int main(void)
{
    double x[2 * N];
    oracle_random(x, 2 * N, 11);
    for (steps = 0; steps < 12; steps++) {
        two_directions(x);
        ORACLE_SCALAR(slope, 0.3);
        CHECK(__enzyme_autodiff((void *)f, 0.3), slope(0.3));
        ORACLE_SCALAR(tangent, 0.3);
        CHECK(__enzyme_autodiff((void *)slope, 0.3), __enzyme_autodiff((void *)tangent, 0.3));
    }
    return oracle_result();
}
