/* Double-double arithmetic by error-free transformations with fma. */
#include <math.h>
#include "oracle.h"

struct dd {
    double high, low;
};

static struct dd two_sum(double a, double b)
{
    double s = a + b, v = s - a;
    return (struct dd){s, (a - (s - v)) + (b - v)};
}
static struct dd two_product(double a, double b)
{
    double p = a * b;
    return (struct dd){p, fma(a, b, -p)};
}
static struct dd add(struct dd a, struct dd b)
{
    struct dd s = two_sum(a.high, b.high);
    return two_sum(s.high, s.low + a.low + b.low);
}

static double f(const double *x, int n)
{
    struct dd s = {0, 0};
    for (int i = 0; i < n; i++)
        s = add(s, two_product(x[i], x[(i + 1) % n]));
    return s.high + s.low;
}

int main(void)
{
    double x[6];
    oracle_random(x, 6, 3);
    ORACLE_GRADIENT(f, x, 6);
    return oracle_result();
}
