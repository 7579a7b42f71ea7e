/* Between two cells the conductivity is the harmonic mean of both. */
#include "ground.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static const double seeping = 1;

static void *allocate(int n, size_t size)
{
    void *at = calloc((size_t)n + 1, size);
    if (!at)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return at;
}

/* The row of cells above or below: those of `row` go there. */
static void add_neighbour(struct ground *g, struct neighbour *to, int rank, int row)
{
    int *sent = allocate(g->columns, sizeof *sent);
    for (int j = 0; j < g->columns; j++)
        sent[j] = row * g->columns + j;
    to[g->a.neighbours++] = (struct neighbour){rank, g->columns, g->columns, sent};
    g->a.outside += g->columns;
}

/* Column of the matrix for cell j of row `row`, which may be one of a neighbour; -1: there is none.
 */
static int column_of(const struct ground *g, int all, int row, int j)
{
    int n = g->a.n;
    if (j < 0 || j >= g->columns || g->first + row < 0 || g->first + row >= all)
        return -1;
    if (row < 0)
        return n + j;
    if (row < g->rows)
        return row * g->columns + j;
    return n + (g->first > 0 ? g->columns : 0) + j;
}

static void find_columns(struct ground *g, int all)
{
    static const int up[] = {-1, 0, 0, 0, 1}, right[] = {0, -1, 0, 1, 0};
    int count = 0;
    for (int i = 0; i < g->a.n; i++) {
        g->a.first[i] = count;
        for (int k = 0; k < 5; k++) {
            int column = column_of(g, all, i / g->columns + up[k], i % g->columns + right[k]);
            if (column >= 0)
                g->a.column[count++] = column;
        }
    }
    g->a.first[g->a.n] = count;
}

void ground_open(struct ground *g, int rows, int columns)
{
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int first = (int)((long)rows * rank / size), end = (int)((long)rows * (rank + 1) / size);
    struct neighbour *neighbour = allocate(2, sizeof *neighbour);
    *g = (struct ground){.columns = columns, .first = first, .rows = end - first};
    g->a.n = g->rows * columns;
    g->a.first = allocate(g->a.n + 1, sizeof(int));
    g->a.column = allocate(5 * g->a.n, sizeof(int));
    g->a.value = allocate(5 * g->a.n, sizeof(double));
    if (rank > 0)
        add_neighbour(g, neighbour, rank - 1, 0);
    if (rank + 1 < size)
        add_neighbour(g, neighbour, rank + 1, g->rows - 1);
    g->a.neighbour = neighbour;
    find_columns(g, rows);
}

void ground_close(struct ground *g)
{
    for (int i = 0; i < g->a.neighbours; i++)
        free((void *)g->a.neighbour[i].sent);
    free((void *)g->a.neighbour);
    free(g->a.first), free(g->a.column), free(g->a.value);
}

void ground_fill(struct matrix *a, const double *k)
{
#pragma omp parallel for
    for (int i = 0; i < a->n; i++) {
        double diagonal = seeping;
        int at = a->first[i];
        for (int e = a->first[i]; e < a->first[i + 1]; e++) {
            int j = a->column[e];
            if (j == i) {
                at = e;
                continue;
            }
            double between = 2 * k[i] * k[j] / (k[i] + k[j]);
            a->value[e] = -between;
            diagonal += between;
        }
        a->value[at] = diagonal;
    }
}

void ground_misfit(const double *conductivity, const double *rain, const double *measured,
                   struct matrix *a, int steps, double *out)
{
    int n = a->n;
    double *k = allocate(n + a->outside, sizeof *k), *height = allocate(n, sizeof *height);
    memcpy(k, conductivity, (size_t)n * sizeof *k);
    cg_exchange(a, k);
    ground_fill(a, k);
    cg_solve(a, rain, height, steps);
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        height[i] -= measured[i];
    *out = 0.5 * cg_dot(height, height, n);
    free(k);
    free(height);
}
