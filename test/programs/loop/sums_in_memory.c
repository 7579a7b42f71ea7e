/* Sums that loops keep in one element of an array, other elements of which they read and write: in
 * some of them it is among these. */
#include <math.h>
#include <string.h>
#include "oracle.h"

enum { MOST = 8 };
static int order;

/* Each element is a sum over those in front of it in its row. */
static double triangle(const double *x, int n)
{
    double a[MOST * MOST], sum = 0;
    int m = order;
    memcpy(a, x, (size_t)(m * m) * sizeof *a);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++)
                a[i * m + j] -= a[i * m + k] * a[j * m + k];
            a[i * m + j] *= 0.5 + a[j * m + j] * a[j * m + j];
        }
    for (int i = 0; i < m * m; i++)
        sum += a[i] * a[i];
    return sum;
}

/* So it is here, but for the last term, which is the sum so far. */
static double with_itself(const double *x, int n)
{
    double a[MOST * MOST], sum = 0;
    int m = order;
    memcpy(a, x, (size_t)(m * m) * sizeof *a);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < i; j++)
            for (int k = 0; k <= j; k++)
                a[i * m + j] -= 0.1 * a[i * m + k] * a[j * m + k];
    for (int i = 0; i < m * m; i++)
        sum += a[i] * a[i];
    return sum;
}

/* The sum may be one of the elements that are read, or that are written. */
static __attribute__((noinline)) void add_up(double *sum, const double *x, double *y, int n)
{
    for (int i = 0; i < n; i++) {
        *sum += sin(x[i]) * y[i];
        y[i] = 0.5 * y[i] + *sum;
    }
}

static double aliases(const double *x, int n)
{
    double u[MOST * MOST], v[MOST * MOST], s = x[0], r = 0;
    memcpy(u, x, (size_t)n * sizeof *u);
    memcpy(v, x, (size_t)n * sizeof *v);
    add_up(&s, u, v, n);
    add_up(&u[1], u, v, n);
    add_up(&v[n / 2], u, v, n);
    add_up(&u[0], u + 1, u + 1, n - 1);
    for (int i = 0; i < n; i++)
        r += u[i] * v[i];
    return r + s;
}

/* What a loop of no iteration would have stored is not stored. */
static double none(const double *x, int n)
{
    double a[MOST] = {1, 2, 3, 4, 5, 6, 7, 8}, r = 0;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < i % 2 * (n - 1); k++)
            a[2 * i] = x[k] * x[k + 1] + a[2 * i + 1];
    for (int i = 0; i < MOST; i++)
        r += a[i] * a[i];
    return r;
}

/* The last value counts, and what other elements of the row get depends on those before. */
static double last(const double *x, int n)
{
    double a[2 * MOST * MOST] = {0}, r = 0;
    for (int i = 1; i < 4; i++)
        for (int k = 0; k < n - 1; k++) {
            a[i * n - 1] = x[k] * x[k] * (double)i;
            a[(i - 1) * n + k] += a[i * n - 1] * x[k + 1];
        }
    for (int i = 0; i < 4 * n; i++)
        r += a[i] * a[i];
    return r;
}

int main(void)
{
    double x[36];
    order = 6;
    oracle_random(x, 36, 23);
    ORACLE_GRADIENT(triangle, x, 36);
    ORACLE_GRADIENT(with_itself, x, 36);
    ORACLE_GRADIENT(aliases, x, 12);
    ORACLE_GRADIENT(none, x, 9);
    ORACLE_GRADIENT(last, x, 9);
    return oracle_result();
}
