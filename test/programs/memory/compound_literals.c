/* Compound literals and designated initialisers as temporaries. */
#include "oracle.h"

struct v3 {
    double x, y, z;
};

static double dot(const struct v3 *a, const struct v3 *b)
{
    return a->x * b->x + a->y * b->y + a->z * b->z;
}

static double f(double x, double y)
{
    const double *t = (double[]){x * y, x + y, 3};
    return dot(&(struct v3){x, y, 1}, &(struct v3){.z = t[0], .x = t[1] * t[2]}) + t[0];
}

int main(void)
{
    /* x (x + y) 3 + xy + xy */
    double x = 0.8, y = 1.1;
    ORACLE_SCALAR2_IS(f, x, y, 6 * x + 3 * y + 2 * y, 3 * x + 2 * x);
    return oracle_result();
}
