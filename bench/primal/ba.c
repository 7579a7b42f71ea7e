/*
 * Bundle adjustment: the errors of examples/ba in one unit, and half the sum of
 * their squares.
 */
#include "ba.h"

#include "../suite.h"

#include <math.h>

static double dot(const double *RESTRICT a, const double *RESTRICT b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double *RESTRICT a, const double *RESTRICT b, double *RESTRICT c)
{
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

static void rotate(const double *RESTRICT r, const double *RESTRICT y, double *RESTRICT z)
{
    double angle2 = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
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

static void distort(const double *RESTRICT k, double *RESTRICT p)
{
    double r2 = p[0] * p[0] + p[1] * p[1];
    double factor = 1.0 + k[0] * r2 + k[1] * r2 * r2;

    p[0] *= factor;
    p[1] *= factor;
}

static void project(const double *RESTRICT camera, const double *RESTRICT point,
                    double *RESTRICT image)
{
    double from_centre[3], in_frame[3];

    for (int i = 0; i < 3; i++)
        from_centre[i] = point[i] - camera[3 + i];
    rotate(camera, from_centre, in_frame);
    image[0] = in_frame[0] / in_frame[2];
    image[1] = in_frame[1] / in_frame[2];
    distort(&camera[9], image);
    for (int i = 0; i < 2; i++)
        image[i] = camera[6] * image[i] + camera[7 + i];
}

void VARIANT(ba_reprojection_error)(const double *RESTRICT camera, const double *RESTRICT point,
                                    const double *RESTRICT weight, const double *RESTRICT observed,
                                    double *RESTRICT error)
{
    double image[2];

    project(camera, point, image);
    error[0] = *weight * (image[0] - observed[0]);
    error[1] = *weight * (image[1] - observed[1]);
}

double VARIANT(ba_weight_error)(double weight)
{
    return 1.0 - weight * weight;
}

double VARIANT(ba_objective)(int observations, const int *RESTRICT camera_of,
                             const int *RESTRICT point_of, const double *RESTRICT cameras,
                             const double *RESTRICT points, const double *RESTRICT weights,
                             const double *RESTRICT observed)
{
    double sum = 0.0;

    for (int i = 0; i < observations; i++) {
        double e[2];
        VARIANT(ba_reprojection_error)(&cameras[CAMERA * camera_of[i]], &points[3 * point_of[i]],
                                       &weights[i], &observed[2 * i], e);
        double w = VARIANT(ba_weight_error)(weights[i]);
        sum += e[0] * e[0] + e[1] * e[1] + w * w;
    }
    return 0.5 * sum;
}

double VARIANT(ba_primal)(void *problem)
{
    const struct ba *b = problem;

    return VARIANT(ba_objective)(b->observations, b->camera_of, b->point_of, b->camera, b->point,
                                 b->weight, b->observed);
}

/* All errors, one observation after the other. */
double VARIANT(ba_jacobian_primal)(void *problem)
{
    const struct ba *b = problem;

    for (int i = 0; i < b->observations; i++) {
        VARIANT(ba_reprojection_error)(&b->camera[CAMERA * b->camera_of[i]],
                                       &b->point[3 * b->point_of[i]], &b->weight[i],
                                       &b->observed[2 * i], &b->reprojection[2 * i]);
        b->weight_error[i] = VARIANT(ba_weight_error)(b->weight[i]);
    }
    return b->reprojection[0];
}
