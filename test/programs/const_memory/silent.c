/* Memory of enzyme_const arguments that is written: what is kept for itself (counters, statistics,
 * logs, what was read before) is no reason for a warning, which is an error here. */
#include "oracle.h"

enum { N = 4 };
struct statistics {
    double sum, largest, mean;
    int calls;
};

static double with_statistics(const double *x, struct statistics *s, int n)
{
    double y = 0;
    s->calls++;
    for (int i = 0; i < n; i++) {
        s->sum += x[i];
        if (x[i] > s->largest)
            s->largest = x[i];
        y += x[i] * x[i];
    }
    s->mean = s->sum / n;
    return y;
}

static double with_log(const double *x, double *log, int n)
{
    double y = 1;
    for (int i = 0; i < n; i++) {
        y *= x[i];
        log[i] = y;
    }
    return y;
}

/* The old values are coefficients, the new ones are for the next call. */
static double with_coefficients(const double *x, double *c, int n)
{
    double y = 0;
    for (int i = 0; i < n; i++)
        y += c[i] * x[i];
    for (int i = 0; i < n; i++)
        c[i] = x[i] / 2;
    return y;
}

static double with_scratch(const double *x, double *t, int n)
{
    double y = 0;
    for (int i = 0; i < n; i++)
        t[i] = x[i] * x[i];
    for (int i = 0; i < n; i++)
        y += t[i] * t[n - 1 - i];
    return y;
}

int main(void)
{
    const double x[N] = {1, 2, 3, 5};
    double dx[N] = {0}, log[N], c[N] = {1, 10, 100, 1000}, t[N], dt[N] = {0};
    struct statistics s = {0, 0, 0, 0};
    __enzyme_autodiff((void *)with_statistics, enzyme_dup, x, dx, enzyme_const, &s, enzyme_const,
                      N);
    CHECK_ARRAY(dx, ORACLE_LIST(2, 4, 6, 10), N);
    CHECK(s.mean, 11 / 4.);
    CHECK(s.largest, 5);
    for (int i = 0; i < N; i++)
        dx[i] = 0;
    __enzyme_autodiff((void *)with_log, enzyme_dup, x, dx, enzyme_const, log, enzyme_const, N);
    CHECK_ARRAY(dx, ORACLE_LIST(30, 15, 10, 6), N);
    CHECK_ARRAY(log, ORACLE_LIST(1, 2, 6, 30), N);
    for (int i = 0; i < N; i++)
        dx[i] = 0;
    __enzyme_autodiff((void *)with_coefficients, enzyme_dup, x, dx, enzyme_const, c, enzyme_const,
                      N);
    CHECK_ARRAY(dx, ORACLE_LIST(1, 10, 100, 1000), N);
    CHECK_ARRAY(c, ORACLE_LIST(0.5, 1, 1.5, 2.5), N);
    for (int i = 0; i < N; i++)
        dx[i] = 0;
    __enzyme_autodiff((void *)with_scratch, enzyme_dup, x, dx, enzyme_dupnoneed, t, dt,
                      enzyme_const, N);
    CHECK_ARRAY(dx, ORACLE_LIST(2 * 2 * 1 * 25, 2 * 2 * 2 * 9, 2 * 2 * 3 * 4, 2 * 2 * 5 * 1), N);
    return oracle_result();
}
