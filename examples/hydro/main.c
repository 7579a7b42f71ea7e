/* The initial energies of a gas, from those that it has after a blast: gradient descent on the
 * deviation of the final energies. The gradient is that of a whole run of the solver. */
#include "hydro.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

double __enzyme_autodiff(void *, ...);
extern int enzyme_dup, enzyme_const;

struct problem {
    const struct mesh *mesh;
    int steps;
    struct gas state, shadow;
    double *work, *shadow_work, *target;
};

static double *numbers(int n)
{
    double *a = calloc((size_t)n, sizeof *a);
    if (!a)
        exit(2);
    return a;
}

static struct gas new_gas(const struct mesh *m)
{
    return (struct gas){numbers(2 * m->nodes), numbers(2 * m->nodes), numbers(m->elements)};
}

static void free_gas(struct gas *g)
{
    free(g->x), free(g->v), free(g->e);
}

/* At rest, with these energies. */
static void begin(struct problem *p, const double *energies)
{
    mesh_place(p->mesh, p->state.x);
    memset(p->state.v, 0, 2 * (size_t)p->mesh->nodes * sizeof(double));
    memcpy(p->state.e, energies, (size_t)p->mesh->elements * sizeof(double));
}

static double deviation(struct problem *p, const double *energies)
{
    begin(p, energies);
    return hydro_deviation(p->mesh, &p->state, p->work, p->target, p->steps);
}

static void gradient(struct problem *p, const double *energies, double *g)
{
    size_t nodes = 2 * (size_t)p->mesh->nodes, elements = (size_t)p->mesh->elements;
    begin(p, energies);
    memset(p->shadow.x, 0, nodes * sizeof(double)), memset(p->shadow.v, 0, nodes * sizeof(double));
    memset(p->shadow.e, 0, elements * sizeof(double));
    memset(p->shadow_work, 0, 8 * elements * sizeof(double));
    __enzyme_autodiff((void *)hydro_deviation, enzyme_const, p->mesh, enzyme_dup, &p->state,
                      &p->shadow, enzyme_dup, p->work, p->shadow_work, enzyme_const, p->target,
                      p->steps);
    memcpy(g, p->shadow.e, elements * sizeof(double));
}

/* Along a direction, against a central difference. */
static int check(struct problem *p, const double *e, const double *g)
{
    int n = p->mesh->elements;
    double *up = numbers(n), *down = numbers(n), h = 1e-5, slope = 0;
    for (int i = 0; i < n; i++) {
        double d = sin(3.0 * i);
        up[i] = e[i] + h * d, down[i] = e[i] - h * d, slope += g[i] * d;
    }
    double difference = (deviation(p, up) - deviation(p, down)) / (2 * h);
    free(up), free(down);
    int fine = fabs(slope - difference) <= 1e-6 * (1 + fabs(difference));
    printf("gradient along a direction: %.6f, by differences the same: %s\n", slope,
           fine ? "yes" : "no");
    return fine;
}

/* Steps against the gradient, half as long where they lead up. */
static double descend(struct problem *p, double *e, int steps)
{
    int n = p->mesh->elements;
    double *g = numbers(n), *next = numbers(n), rate = 0.5, best = deviation(p, e);
    for (int k = 0; k < steps; k++) {
        gradient(p, e, g);
        for (int i = 0; i < n; i++)
            next[i] = e[i] - rate * g[i];
        double there = deviation(p, next);
        if (there < best)
            memcpy(e, next, (size_t)n * sizeof *e), best = there, rate *= 1.2;
        else
            rate /= 2;
    }
    free(g), free(next);
    return best;
}

static double seconds(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* How many times as long as the solver the gradient takes. */
static void measure(struct problem *p, const double *e, double *g)
{
    double start = seconds();
    for (int k = 0; k < 10; k++)
        deviation(p, e);
    double primal = seconds() - start;
    start = seconds();
    for (int k = 0; k < 10; k++)
        gradient(p, e, g);
    printf("gradient / primal: %.2f\n", (seconds() - start) / primal);
}

int main(int argc, char **argv)
{
    int measured = argc > 1 && !strcmp(argv[1], "--time"), cells = measured ? 128 : 12;
    struct mesh *mesh = mesh_new(cells);
    if (!mesh)
        return 2;
    int n = mesh->elements;
    struct problem p = {mesh,           40,        new_gas(mesh), new_gas(mesh), numbers(8 * n),
                        numbers(8 * n), numbers(n)};
    double *e = numbers(n), *g = numbers(n);
    for (int i = 0; i < n; i++)
        e[i] = i < n / 8 ? 2 : 1; /* a hot side */
    begin(&p, e);
    hydro_run(mesh, &p.state, p.work, p.steps);
    memcpy(p.target, p.state.e, (size_t)n * sizeof *e);

    for (int i = 0; i < n; i++)
        e[i] = 1.2; /* as a guess */
    double before = deviation(&p, e);
    gradient(&p, e, g);
    int fine = check(&p, e, g);
    if (measured) {
        measure(&p, e, g);
    } else {
        double after = descend(&p, e, 30);
        fine &= after < before / 1000;
        printf("deviation of the final energies: %.4f, after 30 steps %s\n", before,
               after < before / 1000 ? "less than a thousandth" : "too large");
    }
    free(e), free(g), free(p.work), free(p.shadow_work), free(p.target);
    free_gas(&p.state), free_gas(&p.shadow), mesh_free(mesh);
    return !fine;
}
