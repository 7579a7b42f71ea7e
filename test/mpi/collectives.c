/* Collective calls. */
#include "check.h"

enum { MOST = 8 };

static void bcast(const double *x, double *y)
{
    double both[6];
    for (int i = 0; i < 6; i++)
        both[i] = x[i] * x[i + 1];
    MPI_Bcast(both, 4, MPI_DOUBLE, size - 1, MPI_COMM_WORLD);
    MPI_Bcast(both + 2, 4, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    for (int i = 0; i < N_OUT; i++)
        y[i] = both[i % 6] * x[i];
}

/* Values as far apart as a maximum needs. */
static double apart(const double *x, int i)
{
    return x[i] + 2 * ((i * 5 + rank * 3) % 7);
}

#define REDUCE(name, op)                                                                           \
    static void name(const double *x, double *y)                                                   \
    {                                                                                              \
        double mine[6], all[6] = {0}, at_root[6] = {0};                                            \
        for (int i = 0; i < 6; i++)                                                                \
            mine[i] = apart(x, i);                                                                 \
        MPI_Reduce(mine, at_root, 6, MPI_DOUBLE, op, size / 2, MPI_COMM_WORLD);                    \
        MPI_Allreduce(mine, all, 6, MPI_DOUBLE, op, MPI_COMM_WORLD);                               \
        MPI_Allreduce(MPI_IN_PLACE, mine, 3, MPI_DOUBLE, op, MPI_COMM_WORLD);                      \
        for (int i = 0; i < N_OUT; i++)                                                            \
            y[i] = 0.1 * (at_root[i % 6] * x[i] - all[i % 6] * x[1] + mine[i % 6] * x[i]);         \
    }
REDUCE(sum, MPI_SUM)
REDUCE(product, MPI_PROD)
REDUCE(maximum, MPI_MAX)
REDUCE(minimum, MPI_MIN)

static void reduce_in_place(const double *x, double *y)
{
    double both[4];
    for (int i = 0; i < 4; i++)
        both[i] = x[i] * x[i];
    if (rank == 0)
        MPI_Reduce(MPI_IN_PLACE, both, 4, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    else
        MPI_Reduce(both, NULL, 4, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    for (int i = 0; i < N_OUT; i++)
        y[i] = both[i % 4] * x[i];
}

/* The derivative of a product with a factor of zero is the product of the others. */
static void product_of_zero(const double *x, double *y)
{
    double mine = rank == 0 ? x[0] - number(1, 0) : x[0], all;
    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_PROD, MPI_COMM_WORLD);
    for (int i = 0; i < N_OUT; i++)
        y[i] = all * x[i];
}

static void scans(const double *x, double *y)
{
    double mine[3], up[3], before[3] = {0}, both[3];
    for (int i = 0; i < 3; i++)
        mine[i] = x[i] * x[i], both[i] = x[i + 3];
    MPI_Scan(mine, up, 3, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Exscan(mine, before, 3, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Scan(MPI_IN_PLACE, both, 3, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < N_OUT; i++)
        y[i] = up[i % 3] * before[(i + 1) % 3] * x[i] + both[i % 3] * x[i];
}

#define SCAN(name, op)                                                                             \
    static void name(const double *x, double *y)                                                   \
    {                                                                                              \
        double mine[4], up[4], before[4] = {0}, both[4];                                           \
        for (int i = 0; i < 4; i++)                                                                \
            mine[i] = 0.3 * apart(x, i), both[i] = 0.2 * apart(x, i + 1);                          \
        MPI_Scan(mine, up, 4, MPI_DOUBLE, op, MPI_COMM_WORLD);                                     \
        MPI_Exscan(mine, before, 4, MPI_DOUBLE, op, MPI_COMM_WORLD);                               \
        if (rank == 0)                                                                             \
            before[0] = before[1] = before[2] = before[3] = x[1];                                  \
        MPI_Scan(MPI_IN_PLACE, both, 3, MPI_DOUBLE, op, MPI_COMM_WORLD);                           \
        for (int i = 0; i < N_OUT; i++)                                                            \
            y[i] = 0.1 * (up[i % 4] * before[(i + 1) % 4] * x[i] + both[i % 4] * x[i]);            \
    }
SCAN(product_scans, MPI_PROD)
SCAN(maximum_scans, MPI_MAX)
SCAN(minimum_scans, MPI_MIN)

/* Zeros in a product that others go on with. */
static void scan_of_zeros(const double *x, double *y)
{
    double mine[2] = {rank % 2 ? x[0] : x[0] - number(1, 0), x[1]}, up[2];
    MPI_Scan(mine, up, 2, MPI_DOUBLE, MPI_PROD, MPI_COMM_WORLD);
    for (int i = 0; i < N_OUT; i++)
        y[i] = up[i % 2] * x[i];
}

static void reduce_scatter(const double *x, double *y)
{
    double all[2 * MOST], mine[2];
    for (int i = 0; i < 2 * size; i++)
        all[i] = x[i % N_IN] * (1 + i);
    MPI_Reduce_scatter_block(all, mine, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Reduce_scatter_block(MPI_IN_PLACE, all, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < N_OUT; i++)
        y[i] = mine[i % 2] * x[i] + all[i % (2 * size)];
}

static void gather(const double *x, double *y)
{
    double all[3 * MOST] = {0}, everywhere[3 * MOST];
    int root = size - 1;
    MPI_Gather(x, 3, MPI_DOUBLE, all, 3, MPI_DOUBLE, root, MPI_COMM_WORLD);
    for (int i = 0; i < 3 * size; i++)
        all[i] = all[i] * all[i] + x[i % N_IN];
    if (rank == root) /* its own block is there */
        MPI_Gather(MPI_IN_PLACE, 3, MPI_DOUBLE, all, 3, MPI_DOUBLE, root, MPI_COMM_WORLD);
    else
        MPI_Gather(all, 3, MPI_DOUBLE, NULL, 3, MPI_DOUBLE, root, MPI_COMM_WORLD);
    MPI_Allgather(x + 4, 3, MPI_DOUBLE, everywhere, 3, MPI_DOUBLE, MPI_COMM_WORLD);
    everywhere[3 * rank] *= x[0];
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, everywhere, 3, MPI_DOUBLE, MPI_COMM_WORLD);
    for (int i = 0; i < N_OUT; i++)
        y[i] = all[i % (3 * size)] * x[i] + sin(everywhere[i % (3 * size)]);
}

static void scatter(const double *x, double *y)
{
    double all[2 * MOST], mine[2] = {0};
    for (int i = 0; i < 2 * size; i++)
        all[i] = x[i % N_IN] * x[(i + 1) % N_IN];
    MPI_Scatter(all, 2, MPI_DOUBLE, mine, 2, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    mine[0] *= x[3];
    if (rank == 0)
        MPI_Scatter(all, 2, MPI_DOUBLE, MPI_IN_PLACE, 2, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    else
        MPI_Scatter(NULL, 2, MPI_DOUBLE, all, 2, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    for (int i = 0; i < N_OUT; i++)
        y[i] = mine[i % 2] * x[i] + all[i % (2 * size)];
}

/* Blocks of different sizes, with gaps; the arrays are overwritten afterwards. */
static void uneven_blocks(const double *x, double *y)
{
    double all[5 * MOST] = {0}, back[4] = {0}, everywhere[5 * MOST] = {0};
    int counts[MOST], displs[MOST];
    for (int k = 0; k < size; k++)
        counts[k] = 1 + k % 3, displs[k] = 5 * (size - 1 - k);
    MPI_Gatherv(x, 1 + rank % 3, MPI_DOUBLE, all, counts, displs, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    for (int i = 0; i < 5 * size; i++)
        all[i] = all[i] * all[i] + x[i % N_IN];
    MPI_Scatterv(all, counts, displs, MPI_DOUBLE, back, 1 + rank % 3, MPI_DOUBLE, 0,
                 MPI_COMM_WORLD);
    MPI_Allgatherv(back, 1 + rank % 3, MPI_DOUBLE, everywhere, counts, displs, MPI_DOUBLE,
                   MPI_COMM_WORLD);
    memset(counts, 0, sizeof counts), memset(displs, 0, sizeof displs);
    for (int i = 0; i < N_OUT; i++)
        y[i] = everywhere[i % (5 * size)] * x[i] + back[i % 4];
}

static void alltoall(const double *x, double *y)
{
    double out[2 * MOST], in[2 * MOST];
    for (int i = 0; i < 2 * size; i++)
        out[i] = x[i % N_IN] * (i + 1);
    MPI_Alltoall(out, 2, MPI_DOUBLE, in, 2, MPI_DOUBLE, MPI_COMM_WORLD);
    for (int i = 0; i < 2 * size; i++)
        in[i] *= in[(i + 1) % (2 * size)];
    MPI_Alltoall(MPI_IN_PLACE, 2, MPI_DOUBLE, in, 2, MPI_DOUBLE, MPI_COMM_WORLD);
    for (int i = 0; i < N_OUT; i++)
        y[i] = in[i % (2 * size)] * x[i];
}

/* Blocks of different sizes between all, and sums of which each gets a block. */
static void uneven_to_all(const double *x, double *y)
{
    double out[4 * MOST], in[4 * MOST] = {0}, sums[4] = {0}, place[4 * MOST];
    int to[MOST], from[MOST], places[MOST], back[MOST], same[MOST], counts[MOST], all = 0;
    for (int k = 0; k < size; k++) {
        to[k] = (rank + 2 * k) % 4, from[k] = (k + 2 * rank) % 4, same[k] = 1 + (rank + k) % 3;
        places[k] = 4 * k, back[k] = 4 * (size - 1 - k), counts[k] = 1 + k % 3, all += counts[k];
    }
    for (int i = 0; i < 4 * size; i++)
        out[i] = x[i % N_IN] * (i + 1), place[i] = x[i % N_IN] * x[1];
    MPI_Alltoallv(out, to, places, MPI_DOUBLE, in, from, back, MPI_DOUBLE, MPI_COMM_WORLD);
    MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, place, same, places, MPI_DOUBLE,
                  MPI_COMM_WORLD);
    MPI_Reduce_scatter(out, sums, counts, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < all; i++)
        out[i] *= x[2];
    MPI_Reduce_scatter(MPI_IN_PLACE, out, counts, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    memset(to, 0, sizeof to), memset(from, 0, sizeof from), memset(places, 0, sizeof places);
    memset(back, 0, sizeof back), memset(counts, 0, sizeof counts), memset(same, 0, sizeof same);
    for (int i = 0; i < N_OUT; i++)
        y[i] = in[i % (4 * size)] * sums[i % 3] + place[i % (4 * size)] * x[i] + out[rank % 3];
}

/* A communicator of half of the processes, a Cartesian one, integers, a barrier, and a norm. */
static void communicators(const double *x, double *y)
{
    MPI_Comm half, line;
    int dims[1] = {size}, periods[1] = {1}, left, right, most = rank;
    double mine = 0, norm, in;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &line);
    MPI_Cart_shift(line, 0, 1, &left, &right);
    MPI_Sendrecv(x, 1, MPI_DOUBLE, right, 0, &in, 1, MPI_DOUBLE, left, 0, line, MPI_STATUS_IGNORE);
    MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    for (int i = 0; i < N_IN; i++)
        mine += x[i] * x[i];
    MPI_Allreduce(&mine, &norm, 1, MPI_DOUBLE, MPI_SUM, half);
    MPI_Barrier(half);
    MPI_Comm_free(&half), MPI_Comm_free(&line);
    if (half != MPI_COMM_NULL || line != MPI_COMM_NULL)
        fail("communicators", "freed handles", 0, 1);
    for (int i = 0; i < N_OUT; i++)
        y[i] = x[i] / sqrt(norm) * (1 + most) + in * x[i];
}

/* Only one process has a use for the sum, and what another adds to it is a constant. */
static void partly_active(const double *x, double *y)
{
    static const double constant = 3;
    double sum = 0, some = x[0] * x[1];
    MPI_Allreduce(rank == 1 ? &constant : &some, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < N_OUT; i++)
        y[i] = rank == size - 1 ? sum * x[i] : x[i];
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    CHECK(bcast);
    CHECK(sum);
    CHECK(product);
    CHECK(maximum);
    CHECK(minimum);
    CHECK(reduce_in_place);
    CHECK(product_of_zero);
    CHECK(scans);
    CHECK(product_scans);
    CHECK(maximum_scans);
    CHECK(minimum_scans);
    CHECK(scan_of_zeros);
    CHECK(reduce_scatter);
    CHECK(gather);
    CHECK(scatter);
    CHECK(uneven_blocks);
    CHECK(alltoall);
    CHECK(uneven_to_all);
    CHECK(communicators);
    CHECK(partly_active);
    return end();
}
