/*
 * The temperatures of a plate at the start, from those at the end.
 *
 * Gradients of the misfit by the temperatures at the start and by the conductivities are compared
 * with differences. Then the start is found from a cold plate by steps against the gradient. What
 * is printed does not depend on how many processes and threads there are; the exit status is 0 only
 * if the gradients are right and the misfit has become small.
 *
 *     heat            all that
 *     heat --time     what the gradient costs, on a larger plate
 */
#include "heat.h"

#include <math.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int enzyme_dup, enzyme_const;
extern void __enzyme_autodiff(void *, ...);

enum { ITERATIONS = 60, LINES = 10, TIMES = 5 };
static const double length = 1.5; /* of a step against the gradient, by which start is multiplied */

/* All of a plate, and the part that this process has. */
struct part {
    int rank, size, rows, columns, first, n;
    double *truth, *conductivity, *measured;
    struct plate plate;
};

static double *numbers(int n)
{
    double *at = calloc((size_t)n, sizeof *at);
    if (!at)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return at;
}

/* A warm spot. */
static double spot(double y, double x, double at_y, double at_x)
{
    return exp(-60 * ((y - at_y) * (y - at_y) + (x - at_x) * (x - at_x)));
}

static struct part part_open(int rows, int columns, int steps)
{
    struct part p = {.rows = rows, .columns = columns};
    MPI_Comm_rank(MPI_COMM_WORLD, &p.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p.size);
    p.first = (int)((long)rows * p.rank / p.size);
    int own = (int)((long)rows * (p.rank + 1) / p.size) - p.first;
    p.n = own * columns;
    p.truth = numbers(p.n), p.conductivity = numbers(p.n), p.measured = numbers(p.n);
    for (int i = 0; i < p.n; i++) {
        double y = (p.first + i / columns + 0.5) / rows, x = (i % columns + 0.5) / columns;
        p.truth[i] = spot(y, x, 0.3, 0.4) + 0.7 * spot(y, x, 0.65, 0.6);
        p.conductivity[i] = 0.15 + 0.05 * cos(9 * x) * sin(7 * y);
    }
    p.plate = (struct plate){own, columns, steps, p.measured};
    heat(p.truth, p.conductivity, &p.plate, p.measured);
    return p;
}

static void part_close(struct part *p)
{
    free(p->truth), free(p->conductivity), free(p->measured);
}

static double sum_of_all(double mine)
{
    double all = 0;
    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return all;
}

/* ---- derivatives ----------------------------------------------------------------------------- */

/* By the start alone. One process of all has the seed: each of them has a copy of the misfit, and
 * derivatives are those of the sum of all results. */
static double gradient(const struct part *p, const double *start, double *d_start)
{
    double value = 0, seed = p->rank == 0;
    memset(d_start, 0, (size_t)p->n * sizeof *d_start);
    __enzyme_autodiff((void *)misfit, enzyme_dup, start, d_start, enzyme_const, p->conductivity,
                      enzyme_const, &p->plate, enzyme_dup, &value, &seed);
    return value;
}

static void gradient_of_both(const struct part *p, const double *start, double *d_start,
                             double *d_conductivity)
{
    double value = 0, seed = p->rank == 0;
    __enzyme_autodiff((void *)misfit, enzyme_dup, start, d_start, enzyme_dup, p->conductivity,
                      d_conductivity, enzyme_const, &p->plate, enzyme_dup, &value, &seed);
}

/* The misfit where both are moved along a direction. */
static double misfit_along(const struct part *p, const double *start, const double *direction,
                           double by_start, double by_conductivity)
{
    double *moved = numbers(p->n), *k = numbers(p->n), value;
    for (int i = 0; i < p->n; i++) {
        moved[i] = start[i] + by_start * direction[i];
        k[i] = p->conductivity[i] + by_conductivity * direction[i];
    }
    misfit(moved, k, &p->plate, &value);
    free(moved), free(k);
    return value;
}

static bool compare(const struct part *p, const char *name, const double *derivative,
                    const double *direction, double difference)
{
    double mine = 0;
    for (int i = 0; i < p->n; i++)
        mine += derivative[i] * direction[i];
    double along = sum_of_all(mine);
    bool right = fabs(along - difference) <= 1e-6 * fabs(difference);
    if (p->rank == 0)
        printf("by %-15s %12.4f, by differences %12.4f: %s\n", name, along, difference,
               right ? "ok" : "wrong");
    return right;
}

static bool check_gradients(const struct part *p)
{
    const double h = 1e-5;
    double *start = numbers(p->n), *direction = numbers(p->n), *d_start = numbers(p->n),
           *d_conductivity = numbers(p->n);
    for (int i = 0; i < p->n; i++) {
        int cell = p->first * p->columns + i;
        start[i] = 0.5 * p->truth[i] + 0.1;
        direction[i] = 1 + cos(0.01 * cell);
    }
    gradient_of_both(p, start, d_start, d_conductivity);
    double by_start =
               misfit_along(p, start, direction, h, 0) - misfit_along(p, start, direction, -h, 0),
           by_conductivity =
               misfit_along(p, start, direction, 0, h) - misfit_along(p, start, direction, 0, -h);
    bool right = compare(p, "the start", d_start, direction, by_start / (2 * h));
    right &= compare(p, "conductivities", d_conductivity, direction, by_conductivity / (2 * h));
    free(start), free(direction), free(d_start), free(d_conductivity);
    return right;
}

/* ---- the start ------------------------------------------------------------------------------- */

/* Of the square sum of the true start, what is missing. */
static double error_of(const struct part *p, const double *start)
{
    double error = 0, all = 0;
    for (int i = 0; i < p->n; i++) {
        error += (start[i] - p->truth[i]) * (start[i] - p->truth[i]);
        all += p->truth[i] * p->truth[i];
    }
    error = sum_of_all(error);
    return sqrt(error / sum_of_all(all));
}

static bool find_start(const struct part *p)
{
    double *start = numbers(p->n), *d_start = numbers(p->n), first = 0, value = 0;
    for (int i = 0; i <= ITERATIONS; i++) {
        value = gradient(p, start, d_start);
        first = i ? first : value;
        if (p->rank == 0 && i % LINES == 0)
            printf("iteration %3d: misfit %.4e\n", i, value);
        for (int j = 0; j < p->n && i < ITERATIONS; j++)
            start[j] -= length * d_start[j];
    }
    double error = error_of(p, start);
    if (p->rank == 0)
        printf("the start differs by %.4f of its size\n", error);
    free(start), free(d_start);
    return value < 1e-4 * first && error < 0.1;
}

/* ---- what it costs --------------------------------------------------------------------------- */

struct timed {
    struct part part;
    double *d_start, *d_conductivity;
};

static void run_misfit(struct timed *t)
{
    double value;
    misfit(t->part.truth, t->part.conductivity, &t->part.plate, &value);
}

static void run_by_start(struct timed *t)
{
    gradient(&t->part, t->part.truth, t->d_start);
}

static void run_by_both(struct timed *t)
{
    gradient_of_both(&t->part, t->part.truth, t->d_start, t->d_conductivity);
}

/* Seconds: the shortest of several times. */
static double time_of(void (*function)(struct timed *), struct timed *t)
{
    double shortest = INFINITY, all;
    for (int i = 0; i < TIMES; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
        double start = MPI_Wtime();
        function(t);
        shortest = fmin(shortest, MPI_Wtime() - start);
    }
    MPI_Allreduce(&shortest, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return all;
}

static void print_times(void)
{
    struct timed t = {.part = part_open(200, 500, 100)};
    t.d_start = numbers(t.part.n), t.d_conductivity = numbers(t.part.n);
    double primal = time_of(run_misfit, &t), by_start = time_of(run_by_start, &t),
           by_both = time_of(run_by_both, &t);
    if (t.part.rank == 0)
        printf("%d processes: misfit %.3f s, gradient by the start %.3f s, by both %.3f s\n",
               t.part.size, primal, by_start, by_both);
    free(t.d_start), free(t.d_conductivity);
    part_close(&t.part);
}

int main(int argc, char **argv)
{
    int provided;
    bool right = true;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    if (argc > 1 && !strcmp(argv[1], "--time")) {
        print_times();
    } else {
        struct part p = part_open(36, 30, 20);
        right = check_gradients(&p);
        right &= find_start(&p);
        part_close(&p);
    }
    MPI_Finalize();
    return !right;
}
