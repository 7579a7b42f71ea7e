/* Polynomials of changing degree as structs passed and returned by value, with coefficients on the
 * heap. */
#include <stdlib.h>
#include "oracle.h"

typedef struct {
    int degree;
    double *c;
} poly;

static poly poly_new(int degree)
{
    poly p = {degree, calloc((size_t)degree + 1, sizeof(double))};
    return p;
}
static poly multiply(poly a, poly b)
{
    poly p = poly_new(a.degree + b.degree);
    for (int i = 0; i <= a.degree; i++)
        for (int k = 0; k <= b.degree; k++)
            p.c[i + k] += a.c[i] * b.c[k];
    return p;
}
static poly derivative(poly a)
{
    poly p = poly_new(a.degree ? a.degree - 1 : 0);
    for (int i = 1; i <= a.degree; i++)
        p.c[i - 1] = i * a.c[i];
    return p;
}
static double eval(poly a, double t)
{
    double v = 0;
    for (int i = a.degree; i >= 0; i--)
        v = v * t + a.c[i];
    return v;
}

static double f(const double *x, int n)
{
    poly p = poly_new(0);
    p.c[0] = 1;
    for (int i = 0; i < n; i++) { /* prod (t - x_i) */
        poly root = poly_new(1);
        root.c[0] = -x[i];
        root.c[1] = 1;
        poly q = multiply(p, root);
        free(p.c);
        free(root.c);
        p = q;
    }
    poly d = derivative(p);
    double v = eval(p, 0.3) * eval(d, x[0]);
    free(p.c);
    free(d.c);
    return v;
}

int main(void)
{
    const double x[4] = {0.9, -0.8, 0.6, 1.4};

    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
