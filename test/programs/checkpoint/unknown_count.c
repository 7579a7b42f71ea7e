/* Loops that end when the state says so. */
#include "oracle.h"
#include <math.h>

enum { N = 5 };
static double bound;

static double grow(double x)
{
    double end = bound;
    while (x < end)
        x = x + 0.1 + 0.05 * sin(x);
    return x * x;
}

static double halve(double x)
{
    int n = (int)bound;
    double s = 0;
    while (n > 0) {
        s += sin(x * n) * x;
        x = 0.9 * x + 0.01 * s;
        n = n % 3 ? n - 1 : n - 2;
    }
    return s;
}

static double local_state(const double *x, int n)
{
    double a[N], s = 0, end = bound;
    for (int i = 0; i < n; i++)
        a[i] = x[i] * x[i] + 0.1;
    do {
        for (int i = 0; i < n; i++)
            a[i] = a[i] + 0.1 * a[(i + 1) % n] / (1 + a[i]);
        s += a[0];
    } while (s < end);
    return s * a[n - 1];
}

static void in_place(double *a, int n)
{
    double end = bound, s = 0;
    do {
        for (int i = 1; i < n; i++)
            a[i] = a[i] + 0.2 * sin(a[i - 1]);
        s += 1;
    } while (s < end);
}

static void swapped(double *a, int n)
{
    double end = bound, s = 0, *from = a, *to = a + n / 2;
    do {
        for (int i = 1; i < n / 2; i++)
            to[i] = from[i] + 0.2 * sin(from[i - 1]);
        double *other = from;
        from = to;
        to = other;
        s += 1;
    } while (s < end);
}

int main(void)
{
    double x[2 * N];
    oracle_random(x, 2 * N, 2);
    static const double bounds[] = {0, 0.5, 1, 2, 3, 4, 5, 7, 8, 13, 17, 40};
    for (unsigned k = 0; k < sizeof bounds / sizeof *bounds; k++) {
        bound = bounds[k];
        ORACLE_SCALAR(grow, 0.3);
        if (bound < 18) {
            ORACLE_SCALAR(halve, 0.3);
            ORACLE_GRADIENT(local_state, x, N);
            ORACLE_INPLACE(in_place, x, N);
            ORACLE_INPLACE(swapped, x, 2 * N);
        }
    }
    return oracle_result();
}
