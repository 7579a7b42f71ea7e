/* Optional hooks of an options struct that no part of the program sets: one call serves two
 * members, chosen on the way. */
#include "oracle.h"

struct options {
    double x[3];
    void (*on_error)(struct options *), (*on_end)(struct options *), (*on_step)(struct options *);
};

static void step(struct options *o, int n)
{
    for (int i = 0; i < n; i++) {
        o->x[i] *= o->x[i] + i;
        if (o->x[i] > 5) {
            if (o->on_error)
                o->on_error(o);
        } else if (o->x[i] > 1) {
            if (o->on_step)
                o->on_step(o);
        } else if (o->on_end)
            o->on_end(o);
    }
}

static double f(const double *x, int n)
{
    struct options o = {{x[0], x[1], x[2]}, 0, 0, 0};
    for (int k = 0; k < n; k++)
        step(&o, n);
    return o.x[0] + 2 * o.x[1] * o.x[2];
}

/* The struct is the caller's. */
static void g(struct options *o, double *y)
{
    *y = o->x[0] * o->x[1];
    if (o->x[2] > 5) {
        if (o->on_error)
            o->on_error(o);
    } else if (o->on_end)
        o->on_end(o);
    *y *= o->x[2];
}

int main(void)
{
    const double at[3] = {0.75, 1.2, 0.5};
    struct options o = {{3, 4, 5}, 0, 0, 0}, d = {{0}, 0, 0, 0};
    double y, dy = 1;

    ORACLE_GRADIENT(f, at, 3);
    __enzyme_autodiff((void *)g, enzyme_dup, &o, &d, enzyme_dup, &y, &dy);
    CHECK_ARRAY(d.x, ((double[]){20, 15, 12}), 3);
    return oracle_result();
}
