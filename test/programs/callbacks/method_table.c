/* Objects with a constant table of operations, heap-allocated by constructors, in an array of base
 * pointers. */
#include <math.h>
#include <stdlib.h>
#include "oracle.h"

struct potential;
struct potential_ops {
    const char *name;
    double (*energy)(const struct potential *, double r);
    void (*destroy)(struct potential *);
};
struct potential {
    const struct potential_ops *ops;
};

struct morse {
    struct potential base;
    double depth, width, r0;
};
struct spring {
    struct potential base;
    double k;
};

static double morse_energy(const struct potential *p, double r)
{
    const struct morse *m = (const struct morse *)p;
    double e = 1 - exp(-m->width * (r - m->r0));
    return m->depth * e * e;
}
static double spring_energy(const struct potential *p, double r)
{
    const struct spring *s = (const struct spring *)p;
    return 0.5 * s->k * r * r;
}
static void release(struct potential *p)
{
    free(p);
}

static const struct potential_ops morse_ops = {"morse", morse_energy, release};
static const struct potential_ops spring_ops = {"spring", spring_energy, release};

static struct potential *new_morse(double depth, double width, double r0)
{
    struct morse *m = malloc(sizeof *m);
    *m = (struct morse){{&morse_ops}, depth, width, r0};
    return &m->base;
}
static struct potential *new_spring(double k)
{
    struct spring *s = malloc(sizeof *s);
    s->base.ops = &spring_ops;
    s->k = k;
    return &s->base;
}

static double f(const double *x, int n)
{
    struct potential *all[3] = {new_morse(x[0], x[1], x[2]), new_spring(x[3]),
                                new_morse(x[3], 1.0, x[0])};
    double total = 0;
    for (int i = 0; i < 3; i++)
        for (int k = 1; k < 4; k++)
            total += all[i]->ops->energy(all[i], x[4] * k) / (all[i]->ops->name[0] == 'm' ? 2 : 1);
    for (int i = 0; i < 3; i++)
        all[i]->ops->destroy(all[i]);
    return total;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){2.0, 1.3, 0.9, 0.7, 0.5}), 5);
    return oracle_result();
}
