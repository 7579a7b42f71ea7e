/*
 * The errors of one observation and of the whole problem.
 */
#include "ba.h"

void reprojection_error(const double *camera, const double *point, const double *weight,
                        const double *observed, double error[2])
{
    double image[2];

    project(camera, point, image);
    error[0] = *weight * (image[0] - observed[0]);
    error[1] = *weight * (image[1] - observed[1]);
}

double weight_error(double weight)
{
    return 1.0 - weight * weight;
}

void all_errors(int observations, const int *camera_of, const int *point_of, const double *cameras,
                const double *points, const double *weights, const double *observed,
                double *reprojection, double *weight)
{
    for (int i = 0; i < observations; i++) {
        reprojection_error(&cameras[CAMERA * camera_of[i]], &points[3 * point_of[i]], &weights[i],
                           &observed[2 * i], &reprojection[2 * i]);
        weight[i] = weight_error(weights[i]);
    }
}
