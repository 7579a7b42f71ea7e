/* A struct with doubles, an int and a float between them. */
#include "oracle.h"

struct body {
    double mass;
    int id;
    float radius;
    double position[2], velocity[2];
};

static double f(const double *x, int n)
{
    struct body b = {.mass = x[0], .id = 7, .radius = (float)n, .position = {x[1], x[2]}};
    b.velocity[0] = x[3] * b.mass;
    b.velocity[1] = b.velocity[0] * b.id;
    b.position[0] += b.velocity[0] * 0.1;
    b.position[1] += b.velocity[1] * b.radius;
    return b.position[0] * b.position[1] / b.mass;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){1.2, 0.7, -0.3, 0.9}), 4);
    return oracle_result();
}
