/* Definitions and declarations in the style of K&R: no prototypes at the calls. */
#pragma clang diagnostic ignored "-Wdeprecated-non-prototype"
#pragma clang diagnostic ignored "-Wstrict-prototypes"
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
#include "oracle.h"

double weighted();
double (*pick())();

static double norm(x, n)
double *x;
int n;
{
    double s = 0;
    int i;
    for (i = 0; i < n; i++)
        s += x[i] * x[i] * weighted(x[i], i);
    return s;
}

static double f(const double *x, int n)
{
    return norm(x, n) + pick(1)(x[0], 3) * (*pick(0))(x[1], 2);
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){1.5, -0.5, 2, 0.7}), 4);
    return oracle_result();
}

double weighted(v, i)
double v;
int i;
{
    return v * (i + 1);
}
static double plain(v, i)
double v;
int i;
{
    return v * v * i;
}
double (*pick(k))() int k;
{
    return k ? weighted : plain;
}
