/*
 * A bundle adjustment problem as read from a file.
 *
 * The file holds one camera, one point, one weight and one observed position;
 * the problem repeats them for all cameras, points and observations. Observation
 * i belongs to camera i mod cameras and to point i mod points.
 */
#ifndef BA_INPUT_H
#define BA_INPUT_H

#include <stdbool.h>

struct problem {
    int cameras, points, observations;
    int *camera_of, *point_of;
    double *camera, *point, *weight, *observed;
};

bool problem_read(const char *path, struct problem *p);
void problem_free(struct problem *p);

#endif
