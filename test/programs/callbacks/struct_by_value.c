/* Callbacks that take and return structs by value, small and large, and write through pointers. */
#include <math.h>
#include "oracle.h"

struct vec2 {
    double x, y;
};
struct vec3 {
    double x, y, z;
};
struct frame {
    struct vec3 origin, axis;
};

typedef struct vec2 field2(struct vec2, void *);
typedef struct vec3 field3(struct vec3, const struct frame *);
typedef void split(struct vec3, struct vec2 *, double *);

static struct vec2 swirl(struct vec2 v, void *user)
{
    double k = *(double *)user;
    return (struct vec2){-k * v.y, k * v.x + v.y * v.y};
}
static struct vec3 rotate(struct vec3 v, const struct frame *f)
{
    struct vec3 r = {v.x - f->origin.x, v.y - f->origin.y, v.z - f->origin.z}, a = f->axis;
    return (struct vec3){a.y * r.z - a.z * r.y, a.z * r.x - a.x * r.z, a.x * r.y - a.y * r.x};
}
static struct vec3 stretch(struct vec3 v, const struct frame *f)
{
    return (struct vec3){v.x * f->axis.x, v.y * f->axis.y, v.z * f->axis.z};
}
static void flatten(struct vec3 v, struct vec2 *flat, double *height)
{
    *flat = (struct vec2){v.x, v.y};
    *height = v.z;
}

static struct vec2 advance(field2 *g, struct vec2 v, double h, void *user)
{
    struct vec2 d = g(v, user);
    return (struct vec2){v.x + h * d.x, v.y + h * d.y};
}
static double through(field3 *const *fields, int count, split *s, struct vec3 v,
                      const struct frame *f)
{
    for (int i = 0; i < count; i++)
        v = fields[i](v, f);
    struct vec2 flat;
    double height;
    s(v, &flat, &height);
    return flat.x * flat.y + height;
}

static double f(const double *x, int n)
{
    struct vec2 v = {x[0], x[1]};
    double k = x[2];
    for (int i = 0; i < 4; i++)
        v = advance(swirl, v, 0.1, &k);
    struct frame fr = {{x[3], x[0], 0.5}, {x[1], 1, x[4]}};
    field3 *fields[] = {rotate, stretch, rotate};
    return v.x * v.y + through(fields, 3, flatten, (struct vec3){x[2], x[3], x[4]}, &fr);
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){1, 0.5, 0.8, -0.3, 1.7}), 5);
    return oracle_result();
}
