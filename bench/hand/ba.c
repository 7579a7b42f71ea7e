/*
 * Derivatives of bundle adjustment, written by hand.
 *
 * The forward computation of an observation is done once and serves both rows
 * of its block; the adjoint of the rotation is a closed formula in the axis.
 */
#include "../problems/ba.h"

#include "../suite.h"

#include <math.h>
#include <string.h>

/* What the adjoint of one observation needs. */
struct observation {
    double axis[3], angle, sine, cosine;
    double y[3];       /* point relative to the camera's centre */
    double along;      /* axis . y */
    double crossed[3]; /* axis x y */
    double inverse_depth;
    double g[2];        /* projection at distance 1 */
    double r2, factor;  /* |g|^2 and the distortion */
    double h[2];        /* distorted projection */
    double distance[2]; /* predicted minus observed position */
    int rotated;        /* the rotation vector is not zero */
};

static inline double dot(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void cross(const double *a, const double *b, double *c)
{
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

/* With a zero rotation vector the axis fields hold it itself, the sine is 1
 * and the cosine 1, so that z = y + axis x y. */
static inline void forward(const double *restrict camera, const double *restrict point,
                           const double *restrict observed, struct observation *restrict o)
{
    double angle2 = dot(camera, camera), inverse = 1.0, z[3];

    o->rotated = angle2 != 0.0;
    o->angle = sqrt(angle2);
    o->sine = o->cosine = 1.0;
    if (o->rotated) {
        inverse = 1.0 / o->angle;
        o->sine = sin(o->angle);
        o->cosine = cos(o->angle);
    }
    for (int i = 0; i < 3; i++) {
        o->axis[i] = camera[i] * inverse;
        o->y[i] = point[i] - camera[3 + i];
    }
    o->along = dot(o->axis, o->y);
    cross(o->axis, o->y, o->crossed);
    double lift = o->along * (1.0 - o->cosine);
    for (int i = 0; i < 3; i++)
        z[i] = o->y[i] * o->cosine + o->crossed[i] * o->sine + o->axis[i] * lift;
    o->inverse_depth = 1.0 / z[2];
    o->g[0] = z[0] * o->inverse_depth;
    o->g[1] = z[1] * o->inverse_depth;
    o->r2 = o->g[0] * o->g[0] + o->g[1] * o->g[1];
    o->factor = 1.0 + camera[9] * o->r2 + camera[10] * o->r2 * o->r2;
    for (int i = 0; i < 2; i++) {
        o->h[i] = o->factor * o->g[i];
        o->distance[i] = camera[6] * o->h[i] + camera[7 + i] - observed[i];
    }
}

/* Adjoint of z with respect to the rotation vector and to y. */
static inline void rotation_adjoint(const struct observation *o, const double *restrict dz,
                                    double *restrict dr, double *restrict dy)
{
    const double *a = o->axis, *y = o->y;
    double along_dz = dot(a, dz), rest = 1.0 - o->cosine;
    double turned[3], da[3];

    cross(dz, a, turned);
    for (int i = 0; i < 3; i++)
        dy[i] = o->cosine * dz[i] + o->sine * turned[i] + rest * along_dz * a[i];
    cross(y, dz, turned);
    for (int i = 0; i < 3; i++)
        da[i] = o->sine * turned[i] + rest * (o->along * dz[i] + along_dz * y[i]);
    if (!o->rotated) {
        for (int i = 0; i < 3; i++)
            dr[i] = da[i];
        return;
    }
    double d_angle = o->cosine * dot(o->crossed, dz) + o->sine * (o->along * along_dz - dot(y, dz));
    double inverse = 1.0 / o->angle;
    double radial = d_angle - dot(a, da) * inverse;
    for (int i = 0; i < 3; i++)
        dr[i] = da[i] * inverse + a[i] * radial;
}

/* The derivative of seed . error, in the order of a Jacobian row. */
static inline void backward(const struct observation *o, const double *restrict camera,
                            double weight, const double *restrict seed, double *restrict row)
{
    double d_image[2] = {weight * seed[0], weight * seed[1]};
    double dh[2] = {camera[6] * d_image[0], camera[6] * d_image[1]};
    double d_factor = dh[0] * o->g[0] + dh[1] * o->g[1];
    double d_r2 = d_factor * (camera[9] + 2.0 * camera[10] * o->r2);
    double dg[2], dz[3], dy[3];

    for (int i = 0; i < 2; i++) {
        dg[i] = dh[i] * o->factor + 2.0 * d_r2 * o->g[i];
        dz[i] = dg[i] * o->inverse_depth;
    }
    dz[2] = -(dz[0] * o->g[0] + dz[1] * o->g[1]);
    rotation_adjoint(o, dz, row, dy);
    for (int i = 0; i < 3; i++) {
        row[3 + i] = -dy[i];
        row[CAMERA + i] = dy[i];
    }
    row[6] = d_image[0] * o->h[0] + d_image[1] * o->h[1];
    row[7] = d_image[0];
    row[8] = d_image[1];
    row[9] = d_factor * o->r2;
    row[10] = row[9] * o->r2;
    row[CAMERA + 3] = seed[0] * o->distance[0] + seed[1] * o->distance[1];
}

void ba_hand(const void *problem, double *gradient)
{
    const struct ba *b = problem;
    double *restrict d_point = gradient + CAMERA * b->cameras;
    double *restrict d_weight = d_point + 3 * b->points;

    memset(gradient, 0, ba_size(b) * sizeof *gradient);
    for (int i = 0; i < b->observations; i++) {
        const double *camera = &b->camera[CAMERA * b->camera_of[i]];
        double *restrict d_camera = &gradient[CAMERA * b->camera_of[i]];
        double *restrict dx = &d_point[3 * b->point_of[i]];
        double w = b->weight[i], row[BLOCK];
        struct observation o;

        forward(camera, &b->point[3 * b->point_of[i]], &b->observed[2 * i], &o);
        double error[2] = {w * o.distance[0], w * o.distance[1]};
        backward(&o, camera, w, error, row);
        for (int a = 0; a < CAMERA; a++)
            d_camera[a] += row[a];
        for (int a = 0; a < 3; a++)
            dx[a] += row[CAMERA + a];
        d_weight[i] = row[CAMERA + 3] - 2.0 * w * (1.0 - w * w);
    }
}

void ba_jacobian_hand(const void *problem, double *jacobian)
{
    static const double seed[2][2] = {{1, 0}, {0, 1}};
    const struct ba *b = problem;

    for (int i = 0; i < b->observations; i++) {
        const double *camera = &b->camera[CAMERA * b->camera_of[i]];
        struct observation o;

        forward(camera, &b->point[3 * b->point_of[i]], &b->observed[2 * i], &o);
        backward(&o, camera, b->weight[i], seed[0], jacobian);
        backward(&o, camera, b->weight[i], seed[1], jacobian + BLOCK);
        jacobian[2 * BLOCK] = -2.0 * b->weight[i];
        jacobian += 2 * BLOCK + 1;
    }
}
