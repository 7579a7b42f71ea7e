/* Second derivatives of programs that communicate: forward mode over reverse mode, and over forward
 * mode, against differences of first derivatives and against each other. */
#include "check.h"
#include <stddef.h>

static int next(void)
{
    return (rank + 1) % size;
}
static int before(void)
{
    return (rank + size - 1) % size;
}

/* Even ranks send first, odd ones receive first; the last of an odd number has nobody. */
static int partner(void)
{
    int other = rank ^ 1;
    return other < size ? other : MPI_PROC_NULL;
}

#define PAIR(name, send)                                                                           \
    static void name(const double *x, double *y)                                                   \
    {                                                                                              \
        double out[6], in[6];                                                                      \
        for (int i = 0; i < 6; i++)                                                                \
            out[i] = x[i] * x[i + 1], in[i] = x[i];                                                \
        if (rank % 2 == 0) {                                                                       \
            send(out, 6, MPI_DOUBLE, partner(), 5, MPI_COMM_WORLD);                                \
            MPI_Recv(in, 6, MPI_DOUBLE, partner(), 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);          \
        } else {                                                                                   \
            MPI_Recv(in, 6, MPI_DOUBLE, partner(), 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);          \
            send(out, 6, MPI_DOUBLE, partner(), 6, MPI_COMM_WORLD);                                \
        }                                                                                          \
        for (int i = 0; i < 6; i++)                                                                \
            y[i] = in[i] * in[i] * x[i], y[i + 6] = sin(out[i]);                                   \
    }
PAIR(send, MPI_Send)
PAIR(ssend, MPI_Ssend)
PAIR(bsend, MPI_Bsend)
PAIR(psend, PMPI_Send)

/* Each rank passes on what it got. */
static void ring(const double *x, double *y)
{
    double carried[3] = {x[0], x[1], x[2]};
    if (rank > 0)
        MPI_Recv(carried, 3, MPI_DOUBLE, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < 3; i++)
        carried[i] = carried[i] * x[i + 3] + sin(x[i] * carried[i]);
    if (rank + 1 < size)
        MPI_Send(carried, 3, MPI_DOUBLE, rank + 1, 0, MPI_COMM_WORLD);
    for (int i = 0; i < N_OUT; i++)
        y[i] = carried[i % 3] * x[i];
}

/* The root takes what comes, in whatever order. */
static void from_any(const double *x, double *y)
{
    double in = 0, product = x[0];
    if (rank > 0) {
        double out = x[0] * x[1] * x[1];
        MPI_Send(&out, 1, MPI_DOUBLE, 0, 3, MPI_COMM_WORLD);
    }
    for (int k = 1; k < size && rank == 0; k++) {
        MPI_Status status;
        MPI_Recv(&in, 1, MPI_DOUBLE, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &status);
        product += in * in * (1 + status.MPI_SOURCE);
    }
    for (int i = 0; i < N_OUT; i++)
        y[i] = product * product * x[i];
}

static void exchanged(const double *x, double *y)
{
    double out[4], in[4], both[4];
    for (int i = 0; i < 4; i++)
        out[i] = x[i] * x[i + 4], both[i] = sin(x[i]) * x[11];
    MPI_Sendrecv(out, 4, MPI_DOUBLE, next(), 1, in, 4, MPI_DOUBLE, before(), 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv_replace(both, 4, MPI_DOUBLE, before(), 2, next(), 2, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
    for (int i = 0; i < N_OUT; i++)
        y[i] = in[i % 4] * both[(i + 1) % 4] * x[i];
}

/* Integers beside numbers, messages that have no derivative, and a buffer without shadow. */
struct item {
    int place;
    double number;
};
static MPI_Datatype item_type;
static void beside(const double *x, double *y)
{
    struct item out = {rank, x[0] * x[1]}, in = {0, 0};
    double constant = rank + 2, got = 0;
    int number = rank, other = 0;
    MPI_Sendrecv(&out, 1, item_type, next(), 1, &in, 1, item_type, before(), 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv(&number, 1, MPI_INT, next(), 2, &other, 1, MPI_INT, before(), 2, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv(&constant, 1, MPI_DOUBLE, next(), 3, &got, 1, MPI_DOUBLE, before(), 3,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < N_OUT; i++)
        y[i] = in.number * in.number * (in.place + 1) * x[i] + got * x[i] * x[i] * other;
}

static void halo(const double *x, double *y)
{
    double cells[N_IN + 2], fresh[N_IN + 2];
    for (int i = 0; i < N_IN; i++)
        cells[i + 1] = x[i];
    for (int step = 0; step < 2; step++) {
        MPI_Request requests[4];
        MPI_Irecv(&cells[0], 1, MPI_DOUBLE, before(), 7, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(&cells[N_IN + 1], 1, MPI_DOUBLE, next(), 8, MPI_COMM_WORLD, &requests[1]);
        MPI_Isend(&cells[1], 1, MPI_DOUBLE, before(), 8, MPI_COMM_WORLD, &requests[2]);
        MPI_Isend(&cells[N_IN], 1, MPI_DOUBLE, next(), 7, MPI_COMM_WORLD, &requests[3]);
        MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
        for (int i = 1; i <= N_IN; i++)
            fresh[i] = cells[i] + 0.3 * cells[i] * (cells[i - 1] - cells[i + 1]);
        for (int i = 1; i <= N_IN; i++)
            cells[i] = fresh[i];
    }
    for (int i = 0; i < N_OUT; i++)
        y[i] = cells[i + 1];
}

static void one_by_one(const double *x, double *y)
{
    double out[2], in[2];
    MPI_Request sent[2], received[2], last;
    for (int i = 0; i < 2; i++) {
        out[i] = x[i] * x[i + 2];
        MPI_Irecv(&in[i], 1, MPI_DOUBLE, MPI_ANY_SOURCE, i, MPI_COMM_WORLD, &received[i]);
        MPI_Issend(&out[i], 1, MPI_DOUBLE, next(), i, MPI_COMM_WORLD, &sent[i]);
    }
    for (int k = 0; k < 2; k++) {
        int which;
        MPI_Waitany(2, received, &which, MPI_STATUS_IGNORE);
    }
    for (int i = 0; i < 2; i++) {
        int done = 0;
        while (!done)
            MPI_Test(&sent[i], &done, MPI_STATUS_IGNORE);
    }
    double more = in[0] * in[1], got = 0;
    MPI_Irecv(&got, 1, MPI_DOUBLE, before(), 4, MPI_COMM_WORLD, &last);
    MPI_Send(&more, 1, MPI_DOUBLE, next(), 4, MPI_COMM_WORLD);
    MPI_Wait(&last, MPI_STATUS_IGNORE);
    for (int i = 0; i < N_OUT; i++)
        y[i] = got * in[i % 2] * x[i];
}

static void broadcast(const double *x, double *y)
{
    double v[4];
    for (int i = 0; i < 4; i++)
        v[i] = x[i] * x[i] * x[i + 4];
    MPI_Bcast(v, 4, MPI_DOUBLE, size - 1, MPI_COMM_WORLD);
    for (int i = 0; i < N_OUT; i++)
        y[i] = v[i % 4] * x[i] * x[i];
}

static void sums(const double *x, double *y)
{
    double own[3], all[3], root[3] = {1, 1, 1}, place[3];
    for (int i = 0; i < 3; i++)
        own[i] = x[i] * x[i + 3], place[i] = sin(x[i]);
    MPI_Allreduce(own, all, 3, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Reduce(own, root, 3, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, place, 3, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < N_OUT; i++)
        y[i] = all[i % 3] * root[(i + 1) % 3] * place[(i + 2) % 3] * x[i];
}

static void extremes(const double *x, double *y)
{
    double own[2] = {x[0] * x[1], x[2] * x[3]}, high[2], low[2];
    MPI_Allreduce(own, high, 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    MPI_Allreduce(own, low, 2, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
    for (int i = 0; i < N_OUT; i++)
        y[i] = high[i % 2] * high[i % 2] * low[(i + 1) % 2] * x[i];
}

static void scans(const double *x, double *y)
{
    double own[2] = {x[0] * x[1], x[2] * x[3]}, with[2], without[2] = {0, 0};
    MPI_Scan(own, with, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Exscan(own, without, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        without[0] = without[1] = x[5];
    for (int i = 0; i < N_OUT; i++)
        y[i] = with[i % 2] * without[(i + 1) % 2] * x[i];
}

/* The arrays of the root are as large as the others need. */
enum { MOST = 8 };
static void gathered(const double *x, double *y)
{
    double out[2] = {x[0] * x[1], x[2] * x[2]}, all[2 * MOST] = {0}, part[2], every[2 * MOST];
    MPI_Gather(out, 2, MPI_DOUBLE, all, 2, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    for (int i = 0; i < 2 * MOST; i++)
        all[i] = all[i] * all[i] + x[i % N_IN];
    MPI_Scatter(all, 2, MPI_DOUBLE, part, 2, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Allgather(part, 2, MPI_DOUBLE, every, 2, MPI_DOUBLE, MPI_COMM_WORLD);
    double sum = 0;
    for (int i = 0; i < 2 * size; i++)
        sum += every[i] * every[(i + 1) % (2 * size)];
    for (int i = 0; i < N_OUT; i++)
        y[i] = sum * x[i] * part[i % 2];
}

static void uneven(const double *x, double *y)
{
    int counts[MOST], places[MOST], n = 0;
    double all[3 * MOST] = {0}, part[3] = {0}, out[3];
    for (int r = 0; r < size; r++)
        counts[r] = 1 + r % 3, places[r] = n, n += counts[r];
    for (int i = 0; i < 3; i++)
        out[i] = x[i] * x[i + 1];
    MPI_Allgatherv(out, counts[rank], MPI_DOUBLE, all, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
    for (int i = 0; i < n; i++)
        all[i] = all[i] * all[(i + 1) % n];
    MPI_Reduce_scatter(all, part, counts, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < N_OUT; i++)
        y[i] = part[i % counts[rank]] * x[i];
}

static void transposed(const double *x, double *y)
{
    double out[MOST], in[MOST], one = 0;
    for (int r = 0; r < size; r++)
        out[r] = x[r] * x[r + 1];
    MPI_Alltoall(out, 1, MPI_DOUBLE, in, 1, MPI_DOUBLE, MPI_COMM_WORLD);
    MPI_Reduce_scatter_block(in, &one, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < N_OUT; i++)
        y[i] = in[i % size] * one * x[i];
}

/* ---- what is checked ---- */

typedef void first(const double *x, const double *direction, double *to);

/* Forward mode's tangent of `of` along v, against differences. */
static void check_along(const char *name, const char *what, first *of, const double *x,
                        const double *v, const double *direction, const double *tangent)
{
    const double h = 1e-5;
    double at[N_IN], up[N_OUT] = {0}, down[N_OUT] = {0};
    for (int i = 0; i < N_IN; i++)
        at[i] = x[i] + h * v[i];
    of(at, direction, up);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < N_IN; i++)
        at[i] = x[i] - h * v[i];
    of(at, direction, down);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < N_OUT; i++)
        check_close(name, what, tangent[i], (up[i] - down[i]) / (2 * h), 1e-6);
}

#define SECOND(f)                                                                                  \
    static void f##_tangent(const double *x, const double *v, double *t)                           \
    {                                                                                              \
        double y[N_OUT] = {0};                                                                     \
        __enzyme_fwddiff((void *)f, enzyme_dup, x, v, enzyme_dup, y, t);                           \
    }                                                                                              \
    static void f##_adjoint(const double *x, const double *w, double *u)                           \
    {                                                                                              \
        double y[N_OUT] = {0}, seed[N_OUT];                                                        \
        for (int i = 0; i < N_OUT; i++)                                                            \
            seed[i] = w[i];                                                                        \
        __enzyme_autodiff((void *)f, enzyme_dup, x, u, enzyme_dup, y, seed);                       \
    }                                                                                              \
    static void check_##f(void)                                                                    \
    {                                                                                              \
        double x[N_IN], v[N_IN], v2[N_IN], w[N_OUT], t[N_OUT] = {0}, t2[N_OUT] = {0},              \
                                                     u[N_IN] = {0}, u2[N_IN] = {0};                \
        fill(x, 1, N_IN, 0), fill(v, 2, N_IN, 1), fill(v2, 3, N_IN, 1), fill(w, 4, N_OUT, 1);      \
        __enzyme_fwddiff((void *)f##_tangent, enzyme_dup, x, v2, enzyme_const, v, enzyme_dup, t,   \
                         t2);                                                                      \
        MPI_Barrier(MPI_COMM_WORLD);                                                               \
        check_along(#f, "forward over forward", f##_tangent, x, v2, v, t2);                        \
        __enzyme_fwddiff((void *)f##_adjoint, enzyme_dup, x, v, enzyme_const, w, enzyme_dup, u,    \
                         u2);                                                                      \
        MPI_Barrier(MPI_COMM_WORLD);                                                               \
        check_along(#f, "forward over reverse", f##_adjoint, x, v, w, u2);                         \
        check_close(#f, "both modes", sum_of_all(dot(w, t2, N_OUT)),                               \
                    sum_of_all(dot(v2, u2, N_IN)), 1e-9);                                          \
        checks++;                                                                                  \
    }

#define FOR_ALL(DO)                                                                                \
    DO(send)                                                                                       \
    DO(ssend)                                                                                      \
    DO(bsend)                                                                                      \
    DO(psend)                                                                                      \
    DO(ring)                                                                                       \
    DO(from_any)                                                                                   \
    DO(exchanged)                                                                                  \
    DO(beside)                                                                                     \
    DO(halo)                                                                                       \
    DO(one_by_one)                                                                                 \
    DO(broadcast) DO(sums) DO(extremes) DO(scans) DO(gathered) DO(uneven) DO(transposed)
FOR_ALL(SECOND)

int main(int argc, char **argv)
{
    static char background[1 << 16];
    int ones[2] = {1, 1}, length;
    MPI_Aint places[2] = {offsetof(struct item, place), offsetof(struct item, number)};
    MPI_Datatype types[2] = {MPI_INT, MPI_DOUBLE};
    void *buffer;
    begin(&argc, &argv);
    MPI_Type_create_struct(2, ones, places, types, &item_type);
    MPI_Type_commit(&item_type);
    MPI_Buffer_attach(background, sizeof background);
#define RUN(f) check_##f();
    FOR_ALL(RUN)
    MPI_Buffer_detach(&buffer, &length);
    MPI_Type_free(&item_type);
    return end();
}
