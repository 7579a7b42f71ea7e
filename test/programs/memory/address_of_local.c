/* Addresses of locals handed to helpers that read and write through them. */
#include "oracle.h"

static void rotate(double *a, double *b, double *c)
{
    double t = *a;
    *a = *b * 2;
    *b = *c * *c;
    *c = t;
}

static double f(double x, double y)
{
    double p = x * y, q = x + y, r = 1;
    double *which = x > 0 ? &p : &q;
    for (int i = 0; i < 4; i++) {
        rotate(&p, &q, &r);
        *which *= 0.5;
        which = which == &p ? &r : &p;
    }
    return p * q + r;
}

int main(void)
{
    ORACLE_SCALAR2(f, 0.8, 1.1);
    ORACLE_SCALAR2(f, -0.8, 1.1);
    return oracle_result();
}
