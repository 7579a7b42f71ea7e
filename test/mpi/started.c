/* Collective calls that do not block. */
#include "check.h"

enum { MOST = 8 };

static void bcast(const double *x, double *y)
{
    double both[6], sum = 0;
    MPI_Request r[2];
    for (int i = 0; i < 6; i++)
        both[i] = x[i] * x[i + 1];
    MPI_Ibcast(both, 3, MPI_DOUBLE, size - 1, MPI_COMM_WORLD, &r[0]);
    MPI_Ibcast(both + 3, 3, MPI_DOUBLE, 0, MPI_COMM_WORLD, &r[1]);
    for (int i = 0; i < N_IN; i++)
        sum += x[i] * x[i];
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    for (int i = 0; i < N_OUT; i++)
        y[i] = both[i % 6] * x[i] + sum;
}

/* Values as far apart as a maximum needs. */
static double apart(const double *x, int i)
{
    return x[i] + 2 * ((i * 5 + rank * 3) % 7);
}

#define REDUCE(name, op)                                                                           \
    static void name(const double *x, double *y)                                                   \
    {                                                                                              \
        double mine[6], all[6] = {0}, at_root[6] = {0}, place[3];                                  \
        MPI_Request r[3];                                                                          \
        for (int i = 0; i < 6; i++)                                                                \
            mine[i] = apart(x, i), place[i % 3] = apart(x, i);                                     \
        MPI_Ireduce(mine, at_root, 6, MPI_DOUBLE, op, size / 2, MPI_COMM_WORLD, &r[0]);            \
        MPI_Iallreduce(mine, all, 6, MPI_DOUBLE, op, MPI_COMM_WORLD, &r[1]);                       \
        MPI_Iallreduce(MPI_IN_PLACE, place, 3, MPI_DOUBLE, op, MPI_COMM_WORLD, &r[2]);             \
        MPI_Wait(&r[1], MPI_STATUS_IGNORE);                                                        \
        MPI_Wait(&r[0], MPI_STATUS_IGNORE);                                                        \
        MPI_Wait(&r[2], MPI_STATUS_IGNORE);                                                        \
        for (int i = 0; i < N_OUT; i++)                                                            \
            y[i] = 0.1 * (at_root[i % 6] * x[i] - all[i % 6] * x[1] + place[i % 3] * x[i]);        \
    }
REDUCE(sum, MPI_SUM)
REDUCE(product, MPI_PROD)
REDUCE(maximum, MPI_MAX)
REDUCE(minimum, MPI_MIN)

static void product_of_zero(const double *x, double *y)
{
    double mine = rank == 0 ? x[0] - number(1, 0) : x[0], all;
    MPI_Request r;
    MPI_Iallreduce(&mine, &all, 1, MPI_DOUBLE, MPI_PROD, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    for (int i = 0; i < N_OUT; i++)
        y[i] = all * x[i];
}

static void reduce_scatter(const double *x, double *y)
{
    double all[3 * MOST], mine[2], uneven[4] = {0};
    int counts[MOST];
    MPI_Request r[3];
    for (int i = 0; i < 3 * size; i++)
        all[i] = x[i % N_IN] * (1 + i);
    for (int k = 0; k < size; k++)
        counts[k] = 1 + k % 3;
    MPI_Ireduce_scatter_block(all, mine, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &r[0]);
    MPI_Ireduce_scatter(all, uneven, counts, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &r[1]);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    MPI_Ireduce_scatter_block(MPI_IN_PLACE, all, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &r[2]);
    MPI_Wait(&r[2], MPI_STATUS_IGNORE);
    memset(counts, 0, sizeof counts);
    for (int i = 0; i < N_OUT; i++)
        y[i] = mine[i % 2] * x[i] + all[i % (2 * size)] * uneven[i % 3];
}

/* Sums, products and extremes of the processes up to this one, or in front of it. */
static void scans(const double *x, double *y)
{
    MPI_Op ops[4] = {MPI_SUM, MPI_PROD, MPI_MAX, MPI_MIN};
    double own[4][3], upto[4][3], before[4][3];
    MPI_Request r[8];
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < 3; i++)
            own[k][i] = x[i + k] * x[i], before[k][i] = x[k];
    own[1][1] *= rank == 1 ? 0 : 1; /* a product with a zero */
    for (int k = 0; k < 4; k++) {
        MPI_Iscan(own[k], upto[k], 3, MPI_DOUBLE, ops[k], MPI_COMM_WORLD, &r[2 * k]);
        MPI_Iexscan(own[k], before[k], 3, MPI_DOUBLE, ops[k], MPI_COMM_WORLD, &r[2 * k + 1]);
    }
    for (int k = 8; k-- > 0;)
        MPI_Wait(&r[rank % 2 ? k : 7 - k], MPI_STATUS_IGNORE);
    for (int i = 0; i < N_OUT; i++)
        y[i] = upto[i / 3][i % 3] * x[i] + before[i / 3][i % 3] * before[0][i % 3];
}

static void scan_in_place(const double *x, double *y)
{
    MPI_Request r;
    for (int i = 0; i < N_OUT; i++)
        y[i] = x[i] * x[0];
    MPI_Iscan(MPI_IN_PLACE, y, 6, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Iexscan(MPI_IN_PLACE, y + 3, 6, MPI_DOUBLE, MPI_PROD, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
}

static void gather(const double *x, double *y)
{
    double all[3 * MOST] = {0}, everywhere[3 * MOST], back[3];
    int root = size - 1;
    MPI_Request r[4];
    MPI_Igather(x, 3, MPI_DOUBLE, all, 3, MPI_DOUBLE, root, MPI_COMM_WORLD, &r[0]);
    MPI_Iallgather(x + 4, 3, MPI_DOUBLE, everywhere, 3, MPI_DOUBLE, MPI_COMM_WORLD, &r[1]);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    for (int i = 0; i < 3 * size; i++)
        all[i] = all[i] * all[i] + x[i % N_IN];
    MPI_Iscatter(all, 3, MPI_DOUBLE, back, 3, MPI_DOUBLE, root, MPI_COMM_WORLD, &r[2]);
    everywhere[3 * rank] *= x[0];
    MPI_Iallgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, everywhere, 3, MPI_DOUBLE, MPI_COMM_WORLD,
                   &r[3]);
    MPI_Wait(&r[3], MPI_STATUS_IGNORE);
    MPI_Wait(&r[2], MPI_STATUS_IGNORE);
    for (int i = 0; i < N_OUT; i++)
        y[i] = back[i % 3] * x[i] + sin(everywhere[i % (3 * size)]);
}

/* Blocks of different sizes, with gaps; the arrays are overwritten afterwards. */
static void uneven_blocks(const double *x, double *y)
{
    double all[5 * MOST] = {0}, back[4] = {0}, everywhere[5 * MOST] = {0}, out[4 * MOST],
                   in[4 * MOST] = {0};
    int counts[MOST], displs[MOST], to[MOST], from[MOST], places[MOST], n = 1 + rank % 3;
    MPI_Request r[4];
    for (int k = 0; k < size; k++) {
        counts[k] = 1 + k % 3, displs[k] = 5 * (size - 1 - k);
        to[k] = 1 + (rank + 2 * k) % 3, from[k] = 1 + (k + 2 * rank) % 3, places[k] = 4 * k;
    }
    for (int i = 0; i < 4 * size; i++)
        out[i] = x[i % N_IN] * (i + 1);
    MPI_Igatherv(x, n, MPI_DOUBLE, all, counts, displs, MPI_DOUBLE, 0, MPI_COMM_WORLD, &r[0]);
    MPI_Wait(&r[0], MPI_STATUS_IGNORE);
    for (int i = 0; i < 5 * size; i++)
        all[i] = all[i] * all[i] + x[i % N_IN];
    MPI_Iscatterv(all, counts, displs, MPI_DOUBLE, back, n, MPI_DOUBLE, 0, MPI_COMM_WORLD, &r[1]);
    MPI_Ialltoallv(out, to, places, MPI_DOUBLE, in, from, places, MPI_DOUBLE, MPI_COMM_WORLD,
                   &r[2]);
    MPI_Wait(&r[1], MPI_STATUS_IGNORE);
    MPI_Iallgatherv(back, n, MPI_DOUBLE, everywhere, counts, displs, MPI_DOUBLE, MPI_COMM_WORLD,
                    &r[3]);
    MPI_Wait(&r[3], MPI_STATUS_IGNORE);
    MPI_Wait(&r[2], MPI_STATUS_IGNORE);
    memset(counts, 0, sizeof counts), memset(displs, 0, sizeof displs);
    memset(to, 0, sizeof to), memset(from, 0, sizeof from), memset(places, 0, sizeof places);
    for (int i = 0; i < N_OUT; i++)
        y[i] = everywhere[i % (5 * size)] * x[i] + back[i % 4] * in[i % (4 * size)];
}

static void alltoall(const double *x, double *y)
{
    double out[2 * MOST], in[2 * MOST];
    int flag = 0;
    MPI_Request r;
    for (int i = 0; i < 2 * size; i++)
        out[i] = x[i % N_IN] * (i + 1);
    MPI_Ialltoall(out, 2, MPI_DOUBLE, in, 2, MPI_DOUBLE, MPI_COMM_WORLD, &r);
    while (!flag)
        MPI_Test(&r, &flag, MPI_STATUS_IGNORE);
    for (int i = 0; i < 2 * size; i++)
        in[i] *= in[(i + 1) % (2 * size)];
    MPI_Ialltoall(MPI_IN_PLACE, 2, MPI_DOUBLE, in, 2, MPI_DOUBLE, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    for (int i = 0; i < N_OUT; i++)
        y[i] = in[i % (2 * size)] * x[i];
}

/* Calls complete in another order on each process, and around calls that block. */
static void crossed(const double *x, double *y)
{
    double a[2], b[2] = {0}, c[2], d = 0, e[2], sum = 0;
    int integer = rank;
    MPI_Request r[5];
    for (int i = 0; i < 2; i++)
        a[i] = x[i] * x[i], c[i] = x[i + 2] * x[i], e[i] = x[i + 4];
    MPI_Iallreduce(MPI_IN_PLACE, a, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &r[0]);
    MPI_Ireduce(x + 6, b, 2, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD, &r[1]);
    MPI_Ibcast(c, 2, MPI_DOUBLE, size - 1, MPI_COMM_WORLD, &r[2]);
    if (rank % 2)
        MPI_Wait(&r[1], MPI_STATUS_IGNORE);
    MPI_Allreduce(x + 8, &d, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Iallreduce(MPI_IN_PLACE, &integer, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &r[3]);
    MPI_Iallreduce(MPI_IN_PLACE, e, 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD, &r[4]);
    for (int k = 0; k < 5; k++) {
        int which = (k * 2 + rank) % 5;
        MPI_Wait(&r[which], MPI_STATUS_IGNORE); /* of nothing the second time */
        if (which == 0)
            sum += a[0] * a[1] + sin(sum);
        if (which == 2)
            sum += c[0] * c[1];
    }
    for (int i = 0; i < N_OUT; i++)
        y[i] = sum * x[i] + b[i % 2] * d + e[i % 2] * x[i] * integer;
}

/* A message that one process waits for before it takes part, and a barrier. */
static void behind_message(const double *x, double *y)
{
    double both[2] = {x[0] * x[1], x[2]}, in = 0;
    MPI_Request r, barrier;
    if (rank == 0) {
        MPI_Ibcast(both, 2, MPI_DOUBLE, 0, MPI_COMM_WORLD, &r);
        for (int k = 1; k < size; k++)
            MPI_Ssend(x + 3, 1, MPI_DOUBLE, k, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&in, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Ibcast(both, 2, MPI_DOUBLE, 0, MPI_COMM_WORLD, &r);
    }
    MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
    MPI_Wait(&barrier, MPI_STATUS_IGNORE);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    for (int i = 0; i < N_OUT; i++)
        y[i] = both[i % 2] * x[i] + in * in;
}

/* Each in a loop, beside messages, with one array of requests; communicators apart. */
static void in_loop(const double *x, double *y)
{
    double total[2] = {x[0], x[1]}, in[1], out[1];
    MPI_Comm half;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    for (int step = 0; step < 3; step++) {
        MPI_Request r[4];
        double next[2] = {total[0] * x[step], 0.1 * total[1]};
        out[0] = total[0] * total[1];
        MPI_Iallreduce(MPI_IN_PLACE, &next[0], 1, MPI_DOUBLE, MPI_SUM, half, &r[0]);
        MPI_Iallreduce(MPI_IN_PLACE, &next[1], 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &r[1]);
        MPI_Irecv(in, 1, MPI_DOUBLE, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &r[2]);
        MPI_Isend(out, 1, MPI_DOUBLE, (rank + 1) % size, 0, MPI_COMM_WORLD, &r[3]);
        for (int done = 0, index; done < 4; done++)
            MPI_Waitany(4, r, &index, MPI_STATUS_IGNORE);
        total[0] = sin(next[0]) + in[0];
        total[1] = cos(next[1]) * x[step + 2];
    }
    MPI_Comm_free(&half);
    for (int i = 0; i < N_OUT; i++)
        y[i] = total[i % 2] * x[i];
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    CHECK(bcast);
    CHECK(sum);
    CHECK(product);
    CHECK(maximum);
    CHECK(minimum);
    CHECK(product_of_zero);
    CHECK(reduce_scatter);
    CHECK(scans);
    CHECK(scan_in_place);
    CHECK(gather);
    CHECK(uneven_blocks);
    CHECK(alltoall);
    CHECK(crossed);
    CHECK(behind_message);
    CHECK(in_loop);
    return end();
}
