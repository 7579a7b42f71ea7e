/*
 * Bundle adjustment: how far observed image positions are from predicted ones.
 *
 * A camera is 11 numbers: rotation vector (3), centre (3), focal length,
 * principal point (2), radial distortion (2). A point is 3 numbers, a weight 1,
 * an observed image position 2.
 */
#ifndef BA_H
#define BA_H

enum { CAMERA = 11, ROTATION = 0, CENTRE = 3, FOCAL = 6, PRINCIPAL = 7, DISTORTION = 9 };

/* z = y rotated by the rotation vector r (Rodrigues). */
void rotate(const double r[3], const double y[3], double z[3]);

/* image = position of the point in the picture of the camera. */
void project(const double *camera, const double *point, double image[2]);

/* error = weight * (projected - observed position). */
void reprojection_error(const double *camera, const double *point, const double *weight,
                        const double *observed, double error[2]);

double weight_error(double weight);

/* All errors. Observation i sees points[3 * point_of[i]] from the camera
 * cameras[CAMERA * camera_of[i]]. */
void all_errors(int observations, const int *camera_of, const int *point_of, const double *cameras,
                const double *points, const double *weights, const double *observed,
                double *reprojection, double *weight);

#endif
