/* ext_vector_type with swizzles, as in shader-like code: a shaded sphere. */
#include <math.h>
#include "oracle.h"

typedef double double3 __attribute__((ext_vector_type(3)));
typedef double double4 __attribute__((ext_vector_type(4)));

static double dot3(double3 a, double3 b)
{
    double3 p = a * b;
    return p.x + p.y + p.z;
}
static double3 cross3(double3 a, double3 b)
{
    return a.yzx * b.zxy - a.zxy * b.yzx;
}
static double3 unit(double3 a)
{
    return a / sqrt(dot3(a, a));
}

static double shade(const double *x, int n)
{
    double3 eye = {x[0], x[1], x[2]}, light = {x[3], x[4], x[5]};
    double3 normal = unit(cross3(eye, light));
    double4 colour = {0, 0, 0, 1};
    colour.xyz = normal * dot3(unit(eye), unit(light));
    colour.w *= x[0];
    return colour.x * 0.3 + colour.y * 0.6 + colour.z * 0.1 + colour.w;
}

int main(void)
{
    const double x[] = {0.7, -0.3, 1.2, 0.4, 0.9, -0.5};
    ORACLE_GRADIENT(shade, x, 6);
    return oracle_result();
}
