/* Explicit steps. While the outermost rows are on their way to the neighbours, a team of threads
 * does the rows that need none of these. */
#include "heat.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { TO_ABOVE, TO_BELOW, MESSAGES = 4 };

/* Fields have a ring of cells around those of this process: the rows above and below are those of
 * the neighbours, all others stay zero. */
struct layout {
    int rows, columns, stride;
    int above, below; /* processes */
};

static struct layout layout_of(const struct plate *plate)
{
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    return (struct layout){plate->rows, plate->columns, plate->columns + 2,
                           rank > 0 ? rank - 1 : MPI_PROC_NULL,
                           rank + 1 < size ? rank + 1 : MPI_PROC_NULL};
}

static double *new_field(const struct layout *l)
{
    double *field = calloc((size_t)(l->rows + 2) * (size_t)l->stride, sizeof *field);
    if (!field)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return field;
}

static void copy_in(double *field, const double *cells, const struct layout *l)
{
    for (int i = 0; i < l->rows; i++)
        memcpy(field + (i + 1) * l->stride + 1, cells + i * l->columns,
               (size_t)l->columns * sizeof *cells);
}

static void copy_out(double *cells, const double *field, const struct layout *l)
{
    for (int i = 0; i < l->rows; i++)
        memcpy(cells + i * l->columns, field + (i + 1) * l->stride + 1,
               (size_t)l->columns * sizeof *cells);
}

static void start_exchange(double *field, const struct layout *l, MPI_Request *requests)
{
    int n = l->columns, last = l->rows * l->stride + 1;
    MPI_Irecv(&field[1], n, MPI_DOUBLE, l->above, TO_BELOW, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&field[last + l->stride], n, MPI_DOUBLE, l->below, TO_ABOVE, MPI_COMM_WORLD,
              &requests[1]);
    MPI_Isend(&field[l->stride + 1], n, MPI_DOUBLE, l->above, TO_ABOVE, MPI_COMM_WORLD,
              &requests[2]);
    MPI_Isend(&field[last], n, MPI_DOUBLE, l->below, TO_BELOW, MPI_COMM_WORLD, &requests[3]);
}

static void end_exchange(MPI_Request *requests)
{
    MPI_Waitall(MESSAGES, requests, MPI_STATUSES_IGNORE);
}

/* k: conductivities; the face between two cells has the mean of both. */
static double flow(const double *now, const double *k, int to, int from)
{
    return 0.5 * (k[to] + k[from]) * (now[from] - now[to]);
}

static double next_of(const double *now, const double *k, int at, int stride)
{
    return now[at] + flow(now, k, at, at - 1) + flow(now, k, at, at + 1) +
           flow(now, k, at, at - stride) + flow(now, k, at, at + stride);
}

/* Rows `first` to `last`, which a team of threads shares. */
static void step_rows(double *next, const double *now, const double *k, const struct layout *l,
                      int first, int last)
{
    int columns = l->columns, stride = l->stride;
#pragma omp parallel for
    for (int i = first; i <= last; i++)
        for (int j = 1; j <= columns; j++)
            next[i * stride + j] = next_of(now, k, i * stride + j, stride);
}

static void step(double *next, double *now, const double *k, const struct layout *l)
{
    MPI_Request requests[MESSAGES];
    start_exchange(now, l, requests);
    step_rows(next, now, k, l, 2, l->rows - 1);
    end_exchange(requests);
    step_rows(next, now, k, l, 1, 1);
    if (l->rows > 1)
        step_rows(next, now, k, l, l->rows, l->rows);
}

void heat(const double *start, const double *conductivity, const struct plate *plate, double *end)
{
    struct layout l = layout_of(plate);
    double *k = new_field(&l), *now = new_field(&l), *next = new_field(&l);
    MPI_Request requests[MESSAGES];
    copy_in(k, conductivity, &l);
    copy_in(now, start, &l);
    start_exchange(k, &l, requests);
    end_exchange(requests);
    for (int t = 0; t < plate->steps; t++) {
        double *other = now;
        step(next, now, k, &l);
        now = next, next = other;
    }
    copy_out(end, now, &l);
    free(k), free(now), free(next);
}

void misfit(const double *start, const double *conductivity, const struct plate *plate, double *out)
{
    int n = plate->rows * plate->columns;
    double *end = calloc((size_t)n, sizeof *end), mine = 0;
    if (!end)
        MPI_Abort(MPI_COMM_WORLD, 1);
    heat(start, conductivity, plate, end);
    for (int i = 0; i < n; i++)
        mine += 0.5 * (end[i] - plate->measured[i]) * (end[i] - plate->measured[i]);
    MPI_Allreduce(&mine, out, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    free(end);
}
