/* A union of a vector by name and by index, as geometry libraries have it. */
#include "oracle.h"

typedef union {
    struct {
        double x, y, z;
    };
    double v[3];
} vec3;
typedef union {
    struct {
        vec3 a, b;
    };
    double m[6];
} segment;

static vec3 cross(vec3 a, vec3 b)
{
    return (vec3){{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}};
}

static double f(const double *x, int n)
{
    segment s;
    for (int i = 0; i < 6; i++)
        s.m[i] = x[i];
    vec3 c = cross(s.a, s.b);
    segment t = s;
    t.a = c;
    double sum = 0;
    for (int i = 0; i < 3; i++)
        sum += c.v[i] * s.a.v[2 - i] + t.m[i] * t.b.x;
    return sum;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 1.1, -0.3, 0.2}), 6);
    return oracle_result();
}
