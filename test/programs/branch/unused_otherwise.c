/* What a branch computes and nothing uses otherwise may be computed always: its derivative is
 * infinite there, and must not show. */
#include "oracle.h"
#include "oracle_calls.h"
#include <math.h>

enum { N = 4 };

struct maybe {
    double value;
    int has;
};

static struct maybe inverse(double x)
{
    struct maybe r;
    r.has = x != 0;
    if (r.has)
        r.value = 1 / x;
    return r;
}

static struct maybe root(double x)
{
    struct maybe r;
    r.has = x > 0;
    if (r.has)
        r.value = sqrt(x);
    return r;
}

/* A product on the way, of what may be infinite. */
static struct maybe inverse_square(double x)
{
    struct maybe r;
    r.has = x != 0;
    if (r.has) {
        double t = 1 / x;
        r.value = t * t;
    }
    return r;
}

static double sum(struct maybe (*of)(double), const double *x, int n)
{
    struct maybe all[N];
    double s = 0;
    for (int i = 0; i < n; i++)
        all[i] = of(x[i]);
    for (int i = n; i-- > 0;)
        if (all[i].has)
            s += all[i].value * x[0];
    return s;
}

static double inverses(const double *x, int n)
{
    return sum(inverse, x, n);
}
static double roots(const double *x, int n)
{
    return sum(root, x, n);
}
static double inverse_squares(const double *x, int n)
{
    return sum(inverse_square, x, n);
}

#define CHECK_SUM(f, ...)                                                                          \
    do {                                                                                           \
        double d[N] = {0}, want[N] = {__VA_ARGS__};                                                \
        __enzyme_autodiff((void *)f, enzyme_dup, x, d, enzyme_const, N);                           \
        CHECK_ARRAY(d, want, N);                                                                   \
        for (int i = 0; i < N; i++) {                                                              \
            double v[N] = {0};                                                                     \
            v[i] = 1;                                                                              \
            CHECK(__enzyme_fwddiff((void *)f, enzyme_dup, x, v, enzyme_const, N), want[i]);        \
        }                                                                                          \
    } while (0)

int main(void)
{
    double x[N] = {2, 0, 4, 0};
    CHECK_SUM(inverses, 0.25, 0, -2 / 16., 0);
    CHECK_SUM(inverse_squares, 0.25 + 1 / 16. - 2 * 2 / 8., 0, -2 * 2 / 64., 0);
    x[1] = x[3] = -1;
    CHECK_SUM(roots, sqrt(2) + 2 + 2 / (2 * sqrt(2)), 0, 2 / 4., 0);
    return oracle_result();
}
