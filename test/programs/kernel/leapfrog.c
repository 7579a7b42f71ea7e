/* Leapfrog for two bodies stored as structs. */
#include <math.h>
#include "oracle.h"

struct body {
    double x[2], v[2], mass;
};

static void accelerate(struct body *b, int n, double h)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            if (i == j)
                continue;
            double dx = b[j].x[0] - b[i].x[0], dy = b[j].x[1] - b[i].x[1];
            double r2 = dx * dx + dy * dy + 0.01, s = h * b[j].mass / (r2 * sqrt(r2));
            b[i].v[0] += s * dx;
            b[i].v[1] += s * dy;
        }
}

static double f(const double *x, int n)
{
    struct body b[2] = {{{x[0], x[1]}, {0, x[2]}, x[3]}, {{-1, 0}, {0, -x[2]}, 1}};
    for (int t = 0; t < 20; t++) {
        accelerate(b, 2, 0.025);
        for (int i = 0; i < 2; i++)
            for (int k = 0; k < 2; k++)
                b[i].x[k] += 0.05 * b[i].v[k];
        accelerate(b, 2, 0.025);
    }
    return b[0].x[0] * b[1].v[1] + b[0].x[1];
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){1, 0.1, 0.4, 1.2}), 4);
    return oracle_result();
}
