/* M. R. Hestenes and E. Stiefel, Methods of conjugate gradients for solving linear systems, Journal
 * of Research of the National Bureau of Standards 49 (1952). */
#include "cg.h"

#include <mpi.h>
#include <stdlib.h>

static double *numbers(int n)
{
    double *at = calloc((size_t)n + 1, sizeof *at);
    if (!at)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return at;
}

void cg_exchange(const struct matrix *a, double *x)
{
    int n = a->neighbours, messages = 0, total = 0, at = a->n;
    MPI_Request *requests = malloc((size_t)(2 * n + 1) * sizeof(MPI_Request));
    for (int i = 0; i < n; i++) {
        const struct neighbour *other = &a->neighbour[i];
        MPI_Irecv(x + at, other->received, MPI_DOUBLE, other->rank, 0, MPI_COMM_WORLD,
                  &requests[messages++]);
        at += other->received, total += other->count;
    }
    double *sent = numbers(total), *next = sent;
    for (int i = 0; i < n; i++) {
        const struct neighbour *other = &a->neighbour[i];
        for (int k = 0; k < other->count; k++)
            next[k] = x[other->sent[k]];
        MPI_Isend(next, other->count, MPI_DOUBLE, other->rank, 0, MPI_COMM_WORLD,
                  &requests[messages++]);
        next += other->count;
    }
    MPI_Waitall(messages, requests, MPI_STATUSES_IGNORE);
    free(requests);
    free(sent);
}

static void multiply(const struct matrix *a, double *x, double *y)
{
    cg_exchange(a, x);
#pragma omp parallel for
    for (int i = 0; i < a->n; i++) {
        double sum = 0;
        for (int k = a->first[i]; k < a->first[i + 1]; k++)
            sum += a->value[k] * x[a->column[k]];
        y[i] = sum;
    }
}

double cg_dot(const double *x, const double *y, int n)
{
    double mine = 0, all = 0;
#pragma omp parallel for reduction(+ : mine)
    for (int i = 0; i < n; i++)
        mine += x[i] * y[i];
    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return all;
}

void cg_solve(const struct matrix *a, const double *b, double *x, int steps)
{
    int n = a->n;
    double *rest = numbers(n), *way = numbers(n + a->outside), *image = numbers(n);
    for (int i = 0; i < n; i++) {
        x[i] = 0;
        rest[i] = way[i] = b[i];
    }
    double square = cg_dot(rest, rest, n);
    for (int step = 0; step < steps && square > 0; step++) {
        multiply(a, way, image);
        double length = square / cg_dot(way, image, n);
#pragma omp parallel for
        for (int i = 0; i < n; i++) {
            x[i] += length * way[i];
            rest[i] -= length * image[i];
        }
        double next = cg_dot(rest, rest, n), turn = next / square;
        square = next;
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            way[i] = rest[i] + turn * way[i];
    }
    free(rest);
    free(way);
    free(image);
}
