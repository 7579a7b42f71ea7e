/*
 * Bundle adjustment: the input of examples/ba with all variables in one array.
 */
#ifndef BENCH_BA_H
#define BENCH_BA_H

enum { CAMERA = 11, BLOCK = CAMERA + 3 + 1 };

struct ba {
    int cameras, points, observations;
    const int *camera_of, *point_of;
    const double *observed;
    double *variables;                     /* cameras, points, weights */
    const double *camera, *point, *weight; /* parts of variables */
    double *reprojection;                  /* 2 errors per observation */
    double *weight_error;                  /* 1 error per observation */
};

#endif
