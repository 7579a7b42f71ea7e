/* A global configuration struct that is only read, and a global statistics struct that is written.
 */
#include "oracle.h"

struct config {
    int order;
    double tolerance, coefficients[4];
    const char *name;
};
struct statistics {
    int evaluations;
    double largest;
};
static struct config config = {3, 1e-8, {1, -0.5, 0.25, 0.125}, "series"};
static struct statistics statistics;

static double series(double v)
{
    double s = 0, p = 1;
    for (int k = 0; k <= config.order; k++) {
        s += config.coefficients[k] * p;
        p *= v;
    }
    statistics.evaluations++;
    if (s > statistics.largest)
        statistics.largest = s;
    return s;
}

static double f(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += series(x[i]) * series(-x[i]);
    return s;
}

int main(void)
{
    const double x[3] = {0.5, -0.25, 0.75};

    ORACLE_GRADIENT(f, x, 3);
    config.order = 2;
    ORACLE_GRADIENT(f, x, 3);
    CHECK_THAT(statistics.evaluations > 0);
    return oracle_result();
}
