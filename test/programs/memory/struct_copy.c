/* Struct assignment copies values and derivatives. */
#include "oracle.h"

struct block {
    double v[5];
    int tag;
};

static double f(const double *x, int n)
{
    struct block a = {{x[0], x[1], x[2], 1, 2}, 3}, b, c;
    b = a;
    b.v[0] *= b.v[1];
    c = b;
    a.v[1] = c.v[0] * a.v[0];
    b = a;
    return b.v[1] * c.v[2] + b.v[0] * c.tag + c.v[3] * a.v[2];
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){1.2, 0.7, -0.3}), 3);
    return oracle_result();
}
