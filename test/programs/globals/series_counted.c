/* Tables of coefficients behind mutable descriptions, of which one is chosen at run
 * time and changed. */
#include "oracle.h"

struct series {
    double *c;
    int order, uses;
};

static double low_data[3] = {1.5, -0.25, 0.125}, high_data[4] = {0.7, 0.4, -0.3, 0.05};
static struct series low = {low_data, 2, 0}, high = {high_data, 3, 0};

static double chebyshev(struct series *s, double x)
{
    double d = 0, dd = 0;
    for (int j = s->order; j >= 1; j--) {
        double t = d;
        d = 2 * x * d - dd + s->c[j];
        dd = t;
    }
    s->uses++;
    return x * d - dd + 0.5 * s->c[0];
}

static double f(double x)
{
    struct series *s = x < 0.5 ? &low : &high;
    double r = chebyshev(s, x);
    if (s->uses > 1000)
        s->c[0] = r;
    return r * x;
}

int main(void)
{
    ORACLE_SCALAR(f, 0.3);
    ORACLE_SCALAR(f, 0.8);
    return oracle_result();
}
