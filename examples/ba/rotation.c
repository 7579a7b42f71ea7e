/*
 * Rotation of a vector by a rotation vector.
 *
 * The direction of r is the axis and its length the angle; for the zero vector
 * the formula is replaced by its first-order expansion.
 */
#include "ba.h"

#include <math.h>

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double c[3])
{
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

void rotate(const double r[3], const double y[3], double z[3])
{
    double angle2 = dot(r, r);
    double axis[3], c[3];

    if (angle2 == 0.0) {
        cross(r, y, c);
        for (int i = 0; i < 3; i++)
            z[i] = y[i] + c[i];
        return;
    }
    double angle = sqrt(angle2);
    double cosine = cos(angle), sine = sin(angle);
    for (int i = 0; i < 3; i++)
        axis[i] = r[i] / angle;
    cross(axis, y, c);
    double along = dot(axis, y) * (1.0 - cosine);
    for (int i = 0; i < 3; i++)
        z[i] = y[i] * cosine + c[i] * sine + axis[i] * along;
}
