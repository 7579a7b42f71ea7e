/* The gradient of the misfit by the conductivity of each cell, against differences. */
#include "heat.h"

#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

extern int enzyme_dup, enzyme_const;
extern void __enzyme_autodiff(void *, ...);

enum { CELLS = 2400, STEPS = 200 };

static double *allocate(int n)
{
    double *at = calloc((size_t)n, sizeof *at);
    if (!at)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return at;
}

/* One process of all has the seed: each of them has a copy of the misfit, and derivatives are those
 * of the sum of all results. */
static void gradient(const double *k, double *dk, const struct rod *rod, int rank)
{
    double value = 0, seed = rank == 0;
    __enzyme_autodiff((void *)misfit, enzyme_dup, k, dk, enzyme_const, rod, enzyme_dup, &value,
                      &seed);
}

/* Along a direction in which all conductivities change. */
static double difference(const double *k, const double *direction, const struct rod *rod)
{
    const double h = 1e-6;
    double *moved = allocate(rod->cells), up, down;
    for (int i = 0; i < rod->cells; i++)
        moved[i] = k[i] + h * direction[i];
    misfit(moved, rod, &up);
    for (int i = 0; i < rod->cells; i++)
        moved[i] = k[i] - h * direction[i];
    misfit(moved, rod, &down);
    free(moved);
    return (up - down) / (2 * h);
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    int first = (int)((long)CELLS * rank / size),
        n = (int)((long)CELLS * (rank + 1) / size) - first;
    double *start = allocate(n), *measured = allocate(n), *k = allocate(n), *dk = allocate(n),
           *direction = allocate(n), times[2];
    for (int i = 0; i < n; i++) {
        double at = (first + i + 0.5) / CELLS;
        start[i] = sin(9 * at) + sin(400 * at);
        measured[i] = sin(9 * at);
        k[i] = 0.3 + 0.1 * cos(20 * at);
        direction[i] = cos(50 * at);
    }
    const struct rod rod = {n, STEPS, start, measured};

    double value, mine = 0, along = 0;
    times[0] = -MPI_Wtime();
    misfit(k, &rod, &value);
    times[0] += MPI_Wtime();
    times[1] = -MPI_Wtime();
    gradient(k, dk, &rod, rank);
    times[1] += MPI_Wtime();
    for (int i = 0; i < n; i++)
        mine += dk[i] * direction[i];
    MPI_Allreduce(&mine, &along, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);

    double other = difference(k, direction, &rod);
    int ok = fabs(along - other) <= 1e-6 * fabs(other);
    if (rank == 0)
        printf("%d processes: misfit %.6f in %.4f s, gradient in %.4f s\n"
               "along a direction: %.9f, by differences %.9f: %s\n",
               size, value, times[0], times[1], along, other, ok ? "ok" : "wrong");
    free(start), free(measured), free(k), free(dk), free(direction);
    MPI_Finalize();
    return !ok;
}
