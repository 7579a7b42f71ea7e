/*
 * Pinhole projection with radial distortion.
 *
 * The point is moved into the frame of the camera, projected on the plane at
 * distance 1, distorted, and scaled to pixels.
 */
#include "ba.h"

static void distort(const double k[2], double p[2])
{
    double r2 = p[0] * p[0] + p[1] * p[1];
    double factor = 1.0 + k[0] * r2 + k[1] * r2 * r2;

    p[0] *= factor;
    p[1] *= factor;
}

void project(const double *camera, const double *point, double image[2])
{
    double from_centre[3], in_frame[3];

    for (int i = 0; i < 3; i++)
        from_centre[i] = point[i] - camera[CENTRE + i];
    rotate(&camera[ROTATION], from_centre, in_frame);
    image[0] = in_frame[0] / in_frame[2];
    image[1] = in_frame[1] / in_frame[2];
    distort(&camera[DISTORTION], image);
    for (int i = 0; i < 2; i++)
        image[i] = camera[FOCAL] * image[i] + camera[PRINCIPAL + i];
}
