/* Lanes that take different ways, call functions, write to memory that others read, and stop at
 * different iterations: as one call for each lane, in order, does it. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include "oracle.h"

extern int enzyme_width, enzyme_vector, enzyme_scalar, enzyme_buffer;

enum { W = 11 };
struct lanes {
    double at[W];
};
struct lanes __enzyme_batch(void *, ...);

/* Newton's method: the number of iterations depends on the lane. */
static double root(double a)
{
    double x = a;
    int n = 0;
    while (fabs(x * x - a) > 1e-13 * a && n++ < 100)
        x = (x + a / x) / 2;
    return x;
}

static double pieces(double x, int kind)
{
    switch (kind) {
    case 0: return sin(x);
    case 1: return x > 1 ? exp(-x) : x * x;
    default: break;
    }
    double *p = malloc(3 * sizeof *p), s = 0;
    for (int i = 0; i < 3; i++)
        p[i] = x + i;
    for (int i = 0; i < 3; i++)
        s += p[i] * p[2 - i];
    free(p);
    return s;
}

/* Each lane reads what the one before it has written. */
static double running(double *total, double x)
{
    *total = *total * 0.5 + x;
    return *total;
}

static int calls;
static double counted(double x)
{
    return x + calls++;
}

__attribute__((noinline)) static double power(double x, int n)
{
    return n ? x * power(x, n - 1) : 1;
}

/* lgamma leaves the sign of the gamma function in a global. */
static double signed_gamma(double x)
{
    double size = exp(lgamma(x));
    return signgam < 0 ? -size : size;
}

/* errno says what the call before was. */
static double with_errno(double x)
{
    errno = 0;
    double r = log(x);
    return errno ? 7 + x : r;
}

/* The same loop for all lanes, with memory of the function's own. */
static double smooth(const double *w, int n, double x)
{
    double history[8] = {0}, s = 0;
    for (int i = 0; i < n; i++) {
        history[i % 8] = x * w[i] + s;
        s += history[(i + 3) % 8] + history[i % 8] * (i & 1 ? x : 2);
    }
    return s;
}

#define EACH(x)                                                                                    \
    (x), (x) + 1, (x) + 2, (x) + 3, (x) + 4, (x) + 5, (x) + 6, (x) + 7, (x) + 8, (x) + 9, (x) + 10

int main(void)
{
    double x[W], w[20];
    for (int i = 0; i < 20; i++)
        w[i] = 0.01 * i - 0.05;
    for (int i = 0; i < W; i++)
        x[i] = 0.2 + 0.3 * i;
    struct lanes r = __enzyme_batch((void *)root, enzyme_width, W, EACH(1.0));
    for (int i = 0; i < W; i++)
        CHECK(r.at[i], sqrt(1.0 + i));
    r = __enzyme_batch((void *)pieces, enzyme_width, W, enzyme_buffer, sizeof *x, x, 0, 1, 2, 0, 1,
                       2, 0, 1, 2, 0, 1);
    for (int i = 0; i < W; i++)
        CHECK(r.at[i], pieces(x[i], i % 3));
    double total = 1, want = 1;
    r = __enzyme_batch((void *)running, enzyme_width, W, enzyme_scalar, &total, enzyme_buffer,
                       sizeof *x, x);
    for (int i = 0; i < W; i++)
        CHECK(r.at[i], running(&want, x[i]));
    CHECK(total, want);
    r = __enzyme_batch((void *)counted, enzyme_width, W, enzyme_scalar, 1.0);
    CHECK(calls, W);
    CHECK(r.at[W - 1], W);
    r = __enzyme_batch((void *)power, enzyme_width, W, EACH(1.0), enzyme_scalar, 3);
    CHECK(r.at[4], 125);
    r = __enzyme_batch((void *)power, enzyme_width, W, enzyme_scalar, 2.0, EACH(0));
    CHECK(r.at[10], 1024);
    r = __enzyme_batch((void *)smooth, enzyme_width, W, enzyme_scalar, w, enzyme_scalar, 20,
                       enzyme_buffer, sizeof *x, x);
    for (int i = 0; i < W; i++)
        CHECK(r.at[i], smooth(w, 20, x[i]));
    r = __enzyme_batch((void *)smooth, enzyme_width, W, enzyme_buffer, sizeof *w, w, enzyme_scalar,
                       9, enzyme_scalar, 0.7);
    for (int i = 0; i < W; i++)
        CHECK(r.at[i], smooth(w + i, 9, 0.7));
    r = __enzyme_batch((void *)cbrt, enzyme_width, W, enzyme_buffer, sizeof *x, x);
    for (int i = 0; i < W; i++)
        CHECK(r.at[i], cbrt(x[i]));
    double z[W];
    for (int i = 0; i < W; i++)
        z[i] = 0.5 * i - 2.25;
    r = __enzyme_batch((void *)signed_gamma, enzyme_width, W, enzyme_buffer, sizeof *z, z);
    for (int i = 0; i < W; i++)
        CHECK(r.at[i], tgamma(z[i]));
    r = __enzyme_batch((void *)with_errno, enzyme_width, W, enzyme_buffer, sizeof *z, z);
    for (int i = 0; i < W; i++)
        CHECK(r.at[i], z[i] < 0 ? 7 + z[i] : log(z[i]));
    return oracle_result();
}
