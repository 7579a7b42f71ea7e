/* Global counters, a global cache of the last argument and value, and static locals. */
#include <math.h>
#include "oracle.h"

static long calls;
static double last_argument = NAN, last_value;

static double expensive(double v)
{
    static double offset;
    calls++;
    if (v == last_argument)
        return last_value;
    offset += v * 0.5;
    last_argument = v;
    last_value = exp(-v * v) + offset;
    return last_value;
}

static double f(const double *x, int n)
{
    double s = 0;
    last_argument = NAN;
    for (int i = 0; i < n; i++)
        s += expensive(x[i]) * expensive(x[i]);
    return s;
}

static double reference(const double *x, int n)
{
    double s = 0, offset = 0;
    for (int i = 0; i < n; i++) {
        offset += x[i] * 0.5;
        double e = exp(-x[i] * x[i]) + offset;
        s += e * e;
    }
    return s;
}

int main(void)
{
    const double x[3] = {0.5, -0.25, 0.75};
    double g[3], want[3];

    GRADIENT(f, x, g, 3);
    GRADIENT(reference, x, want, 3);
    CHECK_ARRAY(g, want, 3);
    ORACLE_GRADIENT(reference, x, 3);
    CHECK_THAT(calls == 6);
    return oracle_result();
}
