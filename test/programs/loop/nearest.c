/* Loops that look for the smallest or the largest of what their iterations compute: the derivative
 * is that of the one whose number was taken last. */
#include <float.h>
#include <math.h>
#include "oracle.h"

enum { DIMENSIONS = 3 };

static double square_distance(const double *a, const double *b)
{
    double sum = 0;
    for (int j = 0; j < DIMENSIONS; j++)
        sum += (a[j] - b[j]) * (a[j] - b[j]);
    return sum;
}

/* Points behind the centres; the shape of k-means. */
static double clusters(const double *x, int n)
{
    int centres = n / 9;
    double sum = 0;
    for (int i = centres * DIMENSIONS; i + DIMENSIONS <= n; i += DIMENSIONS) {
        double nearest = 1e300;
        for (int k = 0; k < centres; k++)
            nearest = fmin(nearest, square_distance(x + i, x + k * DIMENSIONS));
        sum += sqrt(nearest);
    }
    return sum;
}

/* Of all smallest distances the largest. */
static double hausdorff(const double *x, int n)
{
    double largest = 0;
    for (int i = 0; i < n / 2; i++) {
        double least = HUGE_VAL;
        for (int k = n / 2; k < n; k++) {
            double d = (x[i] - x[k]) * (x[i] - x[k]) * (1 + 0.1 * x[i]);
            if (d < least)
                least = d;
        }
        if (least > largest)
            largest = least;
    }
    return largest;
}

/* Two searches in one loop, whose places count as well. */
static double spread(const double *x, int n)
{
    double low = exp(x[0]), high = low;
    int at = 0, last = 0;
    for (int i = 1; i < n; i++) {
        double y = exp(x[i]) * x[n - i];
        if (y < low)
            low = y, at = i;
        if (y >= high)
            high = y, last = i;
    }
    return (high - low) * (1 + at) + last;
}

/* Downwards, through pointers, with a number of iterations that the numbers decide. */
static double downwards(const double *x, int n)
{
    const double *p = x + n;
    double best = -DBL_MAX;
    while (p > x + 1 && p[-1] > -0.9) {
        double y = p[-1] * p[-2] + sin(p[-1]);
        best = y > best ? y : best;
        p--;
    }
    return best * x[0];
}

/* What an iteration computes depends on the best number so far. */
static double pruned(const double *x, int n)
{
    double best = 10;
    for (int i = 0; i + 3 < n; i++) {
        double sum = 0;
        for (int j = 0; j < 4 && sum < best; j++)
            sum += x[i + j] * x[i + j];
        best = sum < best ? sum : best;
    }
    return best;
}

static double two_smallest(const double *x, int n)
{
    double first = 1e10, second = 1e10;
    for (int i = 0; i < n; i++) {
        double y = x[i] * x[i] + 0.1 * x[n - 1 - i];
        second = y < first ? first : y < second ? y : second;
        first = y < first ? y : first;
    }
    return first + 3 * second;
}

/* A step that is as long as all cells allow; then the cells change. */
static double longest_step(const double *x, int n)
{
    double u[64], sum = 0;
    for (int i = 0; i < n; i++)
        u[i] = 1 + x[i] * x[i];
    for (int t = 0; t < 3; t++) {
        double dt = 1;
        for (int i = 1; i < n; i++)
            dt = fmin(dt, 0.3 / (u[i] * u[i - 1]));
        for (int i = 1; i < n; i++)
            u[i] += dt * (u[i - 1] - u[i]);
    }
    for (int i = 0; i < n; i++)
        sum += u[i] * u[i];
    return sum;
}

static double smallest(const double *x, int n)
{
    double best = 1e300;
    for (int i = 0; i < n; i++)
        best = fmin(best, x[i] * x[i]);
    return best;
}

static double last_largest(const double *x, int n)
{
    double best = -1e300;
    for (int i = 0; i < n; i++)
        best = 3 * x[i] >= best ? 3 * x[i] : best;
    return best;
}

static float single(float a)
{
    float best = 100;
    for (int i = 0; i < 7; i++)
        best = fminf(best, (a - 0.3f * (float)i) * (a - 0.3f * (float)i) + 0.01f * a);
    return best;
}

/* No number is ever taken, or one alone. */
static void check_nan(void)
{
    double x[3] = {NAN, NAN, NAN}, d[3] = {0};
    __enzyme_autodiff((void *)smallest, enzyme_dup, x, d, enzyme_const, 3);
    CHECK(d[0] + d[1] + d[2], 0);
    __enzyme_autodiff((void *)smallest, enzyme_dup, x, d, enzyme_const, 0);
    CHECK(d[0] + d[1] + d[2], 0);
    x[1] = 3;
    __enzyme_autodiff((void *)smallest, enzyme_dup, x, d, enzyme_const, 3);
    CHECK(d[1], 6);
    CHECK(d[0] + d[2], 0);
}

/* A tie, the only iteration. */
static void check_ties(void)
{
    double tie[3] = {2, -2, 2}, e[3] = {0}, one[1] = {5}, f[1] = {0};
    __enzyme_autodiff((void *)last_largest, enzyme_dup, tie, e, enzyme_const, 3);
    CHECK(e[2], 3);
    CHECK(e[0] + e[1], 0);
    __enzyme_autodiff((void *)last_largest, enzyme_dup, one, f, enzyme_const, 1);
    CHECK(f[0], 3);
}

int main(void)
{
    double x[45];
    oracle_random(x, 45, 17);
    ORACLE_GRADIENT(clusters, x, 45);
    ORACLE_GRADIENT(hausdorff, x, 20);
    ORACLE_GRADIENT(spread, x, 20);
    ORACLE_GRADIENT(downwards, x, 20);
    ORACLE_GRADIENT(pruned, x, 20);
    ORACLE_GRADIENT(two_smallest, x, 20);
    ORACLE_GRADIENT(longest_step, x, 20);
    ORACLE_GRADIENT(smallest, x, 20);
    ORACLE_GRADIENT(last_largest, x, 20);
    ORACLE_FLOAT_IS(single, 0.7f, 0.21f);
    check_nan();
    check_ties();
    return oracle_result();
}
