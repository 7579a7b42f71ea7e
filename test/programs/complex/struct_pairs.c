/* A program's own complex type passed and returned by value. */
#include <math.h>
#include "oracle.h"

typedef struct {
    double re, im;
} cplx;

cplx c_mul(cplx a, cplx b)
{
    return (cplx){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
cplx c_exp(cplx a)
{
    return (cplx){exp(a.re) * cos(a.im), exp(a.re) * sin(a.im)};
}
double c_abs(cplx a)
{
    return hypot(a.re, a.im);
}
__attribute__((noinline)) cplx c_sqrt(cplx a)
{
    double r = sqrt(c_abs(a)), t = atan2(a.im, a.re) / 2;
    return (cplx){r * cos(t), r * sin(t)};
}

static double f(double x, double y)
{
    cplx z = {x, y}, w = c_mul(c_exp(z), c_sqrt(z));
    return c_abs(w) + w.re * w.im;
}

int main(void)
{
    ORACLE_SCALAR2(f, 0.6, 0.8);
    ORACLE_SCALAR2(f, -0.6, 0.4);
    return oracle_result();
}
