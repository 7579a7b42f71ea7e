/* Explicit steps with an exchange of the outermost cells before each. */
#include "heat.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { TO_LEFT, TO_RIGHT };

struct neighbours {
    int left, right;
};

static struct neighbours find_neighbours(void)
{
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    return (struct neighbours){rank > 0 ? rank - 1 : MPI_PROC_NULL,
                               rank + 1 < size ? rank + 1 : MPI_PROC_NULL};
}

/* cell: n cells, and one more in front and behind, which are those of the neighbours. At the ends
 * of the rod these stay as they are. */
static void exchange(double *cell, int n, struct neighbours of)
{
    MPI_Request requests[4];
    MPI_Irecv(&cell[0], 1, MPI_DOUBLE, of.left, TO_RIGHT, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&cell[n + 1], 1, MPI_DOUBLE, of.right, TO_LEFT, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(&cell[1], 1, MPI_DOUBLE, of.left, TO_LEFT, MPI_COMM_WORLD, &requests[2]);
    MPI_Isend(&cell[n], 1, MPI_DOUBLE, of.right, TO_RIGHT, MPI_COMM_WORLD, &requests[3]);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
}

/* k: conductivities, with those of the neighbours; a face has the mean of both sides. */
static void step(double *next, const double *now, const double *k, int n)
{
    for (int i = 1; i <= n; i++) {
        double left = 0.5 * (k[i - 1] + k[i]) * (now[i - 1] - now[i]),
               right = 0.5 * (k[i] + k[i + 1]) * (now[i + 1] - now[i]);
        next[i] = now[i] + left + right;
    }
}

void misfit(const double *conductivity, const struct rod *rod, double *out)
{
    int n = rod->cells;
    struct neighbours of = find_neighbours();
    double *k = calloc((size_t)n + 2, sizeof *k), *now = calloc((size_t)n + 2, sizeof *now),
           *next = calloc((size_t)n + 2, sizeof *next), mine = 0;
    memcpy(k + 1, conductivity, (size_t)n * sizeof *k);
    memcpy(now + 1, rod->start, (size_t)n * sizeof *now);
    exchange(k, n, of);
    for (int t = 0; t < rod->steps; t++) {
        exchange(now, n, of);
        step(next, now, k, n);
        memcpy(now + 1, next + 1, (size_t)n * sizeof *now);
    }
    for (int i = 0; i < n; i++)
        mine += 0.5 * (now[i + 1] - rod->measured[i]) * (now[i + 1] - rod->measured[i]);
    MPI_Allreduce(&mine, out, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    free(k), free(now), free(next);
}
