#include "springs.h"
#include <math.h>

double ring_energy(const double *x, int n)
{
    double energy = 0;
    for (int i = 0; i < n; i++) {
        double d = x[(i + 1) % n] - x[i];
        energy += d * d / 2 + d * d * d * d / 4;
    }
    return energy;
}

static double spring(const double *a, const double *b, double rest)
{
    double d = hypot(a[0] - b[0], a[1] - b[1]) - rest;
    return d * d / 2;
}

double mesh_energy(const double *x, const struct mesh *mesh)
{
    const int width = mesh->width, height = mesh->height;
    double energy = 0;
    for (int i = 0; i < height; i++)
        for (int k = 0; k < width; k++) {
            const double *at = x + 2 * (i * width + k);
            if (k + 1 < width)
                energy += spring(at, at + 2, 1);
            if (i + 1 < height)
                energy += spring(at, at + 2 * width, 1);
            if (k + 1 < width && i + 1 < height)
                energy += spring(at, at + 2 * width + 2, 1.4);
        }
    return energy;
}
