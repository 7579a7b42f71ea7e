/* Collective calls of neighbours, on grids of processes and on graphs. */
#include "check.h"

static MPI_Comm ring, line, grid, graph;

/* Heat on a ring: each process gives its ends to its neighbours. */
static void halo(const double *x, double *y)
{
    double a[N_IN + 2], ends[2], others[2];
    memcpy(a + 1, x, N_IN * sizeof *x);
    for (int step = 0; step < 3; step++) {
        ends[0] = a[1], ends[1] = a[N_IN];
        MPI_Neighbor_alltoall(ends, 1, MPI_DOUBLE, others, 1, MPI_DOUBLE, ring);
        a[0] = others[0], a[N_IN + 1] = others[1];
        double left = a[0];
        for (int i = 1; i <= N_IN; i++) {
            double own = a[i];
            a[i] = own * own * 0.5 + 0.1 * left * a[i + 1] + 0.2 * left;
            left = own;
        }
    }
    memcpy(y, a + 1, N_OUT * sizeof *y);
}

/* Where a line ends there is no neighbour, and what was there stays. */
static void ends(const double *x, double *y)
{
    double out[4], in[4];
    for (int i = 0; i < 4; i++)
        out[i] = x[i] * x[i + 1], in[i] = x[i + 4] * x[i];
    MPI_Neighbor_alltoall(out, 2, MPI_DOUBLE, in, 2, MPI_DOUBLE, line);
    for (int i = 0; i < N_OUT; i++)
        y[i] = in[i % 4] * x[i];
}

static void gathered(const double *x, double *y)
{
    double own[3], all[12] = {0};
    for (int i = 0; i < 3; i++)
        own[i] = sin(x[i]) * x[3];
    MPI_Neighbor_allgather(own, 3, MPI_DOUBLE, all, 3, MPI_DOUBLE, grid);
    for (int i = 0; i < N_OUT; i++)
        y[i] = all[i] * x[i] + all[(i + 5) % 12];
}

/* Libraries differ in which block goes where if several neighbours are one process. */
static void of_several_sizes(const double *x, double *y)
{
    int more = size > 1 ? 2 : 1, counts[4] = {1, 1, more, more}, from[4] = {0, 4, 2, 1},
        to[4] = {6, 7, 2, 0};
    double in[8];
    for (int i = 0; i < 8; i++)
        in[i] = x[i] * x[i];
    MPI_Neighbor_alltoallv(x, counts, from, MPI_DOUBLE, in, counts, to, MPI_DOUBLE, grid);
    for (int i = 0; i < N_OUT; i++)
        y[i] = in[i % 8] * x[N_IN - 1 - i];
}

/* In front of the process in a graph are two others, behind it as well; floats, and a constant. */
static void in_graph(const double *x, double *y)
{
    int counts[2] = {2, 2}, displs[2] = {3, 0}, mark[2], n[2] = {rank, 0};
    double own[2] = {x[0] * x[1], x[2]}, in[6] = {0, 0, x[4]};
    float single[2] = {(float)x[5], 2}, got[4];
    MPI_Neighbor_allgatherv(own, 2, MPI_DOUBLE, in, counts, displs, MPI_DOUBLE, graph);
    MPI_Neighbor_alltoall(single, 1, MPI_FLOAT, got, 1, MPI_FLOAT, graph);
    MPI_Neighbor_allgather(n, 1, MPI_INT, mark, 1, MPI_INT, graph);
    for (int i = 0; i < N_OUT; i++)
        y[i] = in[i % 6] * x[i] * (1 + 0.1 * mark[i % 2]) + (double)got[i % 2];
}

int main(int argc, char **argv)
{
    int around = 1, not_around = 0, sizes[2] = {0, 0}, both[2] = {1, 1};
    begin(&argc, &argv);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &around, 0, &ring);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &not_around, 0, &line);
    MPI_Dims_create(size, 2, sizes);
    MPI_Cart_create(MPI_COMM_WORLD, 2, sizes, both, 0, &grid);
    int from[2] = {(rank + size - 1) % size, (rank + size - 2 % size) % size},
        to[2] = {(rank + 1) % size, (rank + 2 % size) % size};
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, from, MPI_UNWEIGHTED, 2, to, MPI_UNWEIGHTED,
                                   MPI_INFO_NULL, 0, &graph);
    CHECK(halo);
    CHECK(ends);
    CHECK(gathered);
    CHECK(of_several_sizes);
    CHECK_TO(in_graph, 1);
    return end();
}
