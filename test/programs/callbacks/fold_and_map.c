/* map, fold and compose with function pointers, also functions given by other functions. */
#include <math.h>
#include "oracle.h"

typedef double unary(double);
typedef double binary(double, double);

static double plus(double a, double b)
{
    return a + b;
}
static double times(double a, double b)
{
    return a * b;
}
static double larger(double a, double b)
{
    return a > b ? a : b;
}
static double cube(double a)
{
    return a * a * a;
}

static void map(unary *g, double *x, int n)
{
    for (int i = 0; i < n; i++)
        x[i] = g(x[i]);
}
static double fold(binary *op, double start, const double *x, int n)
{
    for (int i = 0; i < n; i++)
        start = op(start, x[i]);
    return start;
}
static double apply_twice(unary *g, double x)
{
    return g(g(x));
}
static binary *operation(char c)
{
    return c == '+' ? plus : c == '*' ? times : larger;
}

static double f(const double *x, int n)
{
    double y[8];
    for (int i = 0; i < n; i++)
        y[i] = x[i];
    map(sin, y, n);
    map(cube, y, n);
    double s = 0;
    for (const char *c = "+*m"; *c; c++)
        s += fold(operation(*c), 0.5, y, n);
    return s + apply_twice(exp, 0.3 * x[0]) + apply_twice(cube, x[1]);
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.7, 1.1, -0.4, 0.9}), 4);
    return oracle_result();
}
