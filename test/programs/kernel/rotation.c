/* Quaternion rotation of a vector, quaternion normalised first. */
#include <math.h>
#include "oracle.h"

struct quaternion {
    double w, x, y, z;
};

static struct quaternion product(struct quaternion a, struct quaternion b)
{
    return (struct quaternion){a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
                               a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                               a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                               a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

static void f(const double *x, int n, double *y, int m)
{
    double s = 1 / sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3]);
    struct quaternion q = {x[0] * s, x[1] * s, x[2] * s, x[3] * s};
    struct quaternion v = {0, x[4], x[5], x[6]}, c = {q.w, -q.x, -q.y, -q.z};
    v = product(product(q, v), c);
    y[0] = v.x;
    y[1] = v.y;
    y[2] = v.z;
}

int main(void)
{
    ORACLE_MAP(f, ((const double[]){0.9, 0.3, -0.2, 0.5, 1, -2, 0.7}), 7,
               ((const double[]){0, 0, 0}), 3);
    return oracle_result();
}
