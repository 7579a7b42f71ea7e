/* Blocking messages between two processes. */
#include "check.h"
#include <complex.h>

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

static void copies(const double *x, double *y)
{
    memcpy(y, x, N_OUT * sizeof *y);
}

typedef int sender(const void *, int, MPI_Datatype, int, int, MPI_Comm);

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

/* Each rank passes on what it got: a chain of dependences. */
static void ring(const double *x, double *y)
{
    double carried[3] = {x[0], x[1], x[2]};
    if (rank > 0)
        MPI_Recv(carried, 3, MPI_DOUBLE, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < 3; i++)
        carried[i] = carried[i] * x[i + 3] + sin(x[i]);
    if (rank + 1 < size)
        MPI_Send(carried, 3, MPI_DOUBLE, rank + 1, 0, MPI_COMM_WORLD);
    for (int i = 0; i < N_OUT; i++)
        y[i] = carried[i % 3] * x[i];
}

static void exchange(const double *x, double *y)
{
    double in[12];
    MPI_Sendrecv(x, 12, MPI_DOUBLE, next(), 1, in, 12, MPI_DOUBLE, before(), 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    for (int i = 0; i < N_OUT; i++)
        y[i] = in[i] * x[i];
}

static void exchange_in_place(const double *x, double *y)
{
    double both[12];
    for (int i = 0; i < 12; i++)
        both[i] = x[i] * x[i];
    for (int step = 0; step < 3; step++) {
        MPI_Sendrecv_replace(both, 12, MPI_DOUBLE, next(), 1, before(), 1, MPI_COMM_WORLD,
                             MPI_STATUS_IGNORE);
        for (int i = 0; i < 12; i++)
            both[i] *= x[i];
    }
    copies(both, y);
}

/* Rank 0 takes what comes, as often as there are others; ranks say who they are in the tag. */
static void any(const double *x, double *y)
{
    double sum[4] = {0}, in[4] = {0};
    MPI_Status status;
    if (rank > 0)
        MPI_Send(x, 3, MPI_DOUBLE, 0, 10 + rank, MPI_COMM_WORLD);
    for (int k = 1; k < size && rank == 0; k++) {
        int count;
        MPI_Recv(in, 4, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_DOUBLE, &count);
        if (count != 3 || status.MPI_TAG != 10 + status.MPI_SOURCE)
            fail("any", "status", count, 3);
        for (int i = 0; i < 3; i++)
            sum[i] += in[i] * x[i] * status.MPI_SOURCE;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank > 0)
        MPI_Send(x + 5, 2, MPI_DOUBLE, 0, 3, MPI_COMM_WORLD);
    for (int k = 1; k < size && rank == 0; k++) {
        MPI_Recv(in, 2, MPI_DOUBLE, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &status);
        sum[3] += in[0] * in[1] * status.MPI_SOURCE;
    }
    for (int i = 0; i < N_OUT; i++)
        y[i] = sum[i % 4] + x[i] * x[i];
}

/* Rank 0 is still receiving anything when others run backwards already. */
static void any_late(const double *x, double *y)
{
    double in[2] = {0}, out[2] = {x[0] * x[1], x[2]}, sum = 0;
    if (rank == 0) {
        for (int k = 1; k < size; k++)
            MPI_Send(out, 2, MPI_DOUBLE, k, 0, MPI_COMM_WORLD);
        for (int k = size - 1; k >= 2; k--) {
            double other[2];
            MPI_Recv(other, 2, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
            sum += other[0] * other[1];
        }
    } else {
        MPI_Recv(in, 2, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank >= 2)
            MPI_Send(in, 2, MPI_DOUBLE, 0, rank, MPI_COMM_WORLD);
    }
    for (int i = 0; i < N_OUT; i++)
        y[i] = (sum + in[i % 2]) * x[i];
}

/* Types of other formats. */
static void formats(const double *x, double *y)
{
    float f[3] = {(float)x[0], (float)x[1], (float)x[2]}, f2[3];
    long double l[2] = {x[3], x[4]}, l2[2];
    double complex z[2] = {x[5] + I * x[6], x[7] + I * x[8]}, z2[2];
    MPI_Sendrecv(f, 3, MPI_FLOAT, next(), 1, f2, 3, MPI_FLOAT, before(), 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv(l, 2, MPI_LONG_DOUBLE, next(), 2, l2, 2, MPI_LONG_DOUBLE, before(), 2,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(z, 2, MPI_C_DOUBLE_COMPLEX, next(), 3, z2, 2, MPI_C_DOUBLE_COMPLEX, before(), 3,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    z2[0] *= z2[1];
    for (int i = 0; i < N_OUT; i++)
        y[i] = f2[i % 3] * x[i] + (double)(l2[0] * l2[1]) + creal(z2[0]) * x[i] - cimag(z2[0]);
}

/* Which number is sent on is in a message, too. */
static void integers(const double *x, double *y)
{
    int which = rank % 4, other = -1;
    double picked, in;
    MPI_Sendrecv(&which, 1, MPI_INT, next(), 1, &other, 1, MPI_INT, before(), 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    picked = x[other] * x[other];
    MPI_Sendrecv(&picked, 1, MPI_DOUBLE, next(), 1, &in, 1, MPI_DOUBLE, before(), 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    for (int i = 0; i < N_OUT; i++)
        y[i] = in * x[i] + (i == other);
}

/* What some processes send is no function of x, and some have no use for what they get. */
static void partly_active(const double *x, double *y)
{
    static const double constants[4] = {1, 2, 3, 4};
    double in[4];
    MPI_Sendrecv(rank % 2 ? constants : x, 4, MPI_DOUBLE, next(), 1, in, 4, MPI_DOUBLE, before(), 1,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < N_OUT; i++)
        y[i] = rank == 1 ? x[i] : in[i % 4] * x[i];
}

/* How often depends on the rank; a branch that some do not take. */
static void uneven(const double *x, double *y)
{
    double sum = x[0];
    for (int k = 0; k < rank; k++)
        MPI_Send(x + k, 1, MPI_DOUBLE, k, 7, MPI_COMM_WORLD);
    for (int k = rank + 1; k < size; k++) {
        double in;
        MPI_Recv(&in, 1, MPI_DOUBLE, k, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum += sin(in * sum);
    }
    for (int i = 0; i < N_OUT; i++)
        y[i] = sum * x[i];
}

/* Received, and read by a function that has no other argument. */
static double mailbox[2];
static void deliver(void)
{
    double in[2];
    MPI_Sendrecv(mailbox, 2, MPI_DOUBLE, next(), 1, in, 2, MPI_DOUBLE, before(), 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    mailbox[0] = in[0] * in[1];
    mailbox[1] = in[1];
}
static void through_globals(const double *x, double *y)
{
    mailbox[0] = x[0], mailbox[1] = x[1];
    deliver();
    deliver();
    for (int i = 0; i < N_OUT; i++)
        y[i] = mailbox[i % 2] * x[i];
}

/* Columns of a matrix, and every other number; received as plain numbers. */
static MPI_Datatype column, pairs;
static void strided(const double *x, double *y)
{
    double in[4] = {0}, back[12] = {0};
    MPI_Sendrecv(x + 1, 1, column, next(), 1, in, 4, MPI_DOUBLE, before(), 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    for (int i = 0; i < 4; i++)
        in[i] *= x[i];
    MPI_Sendrecv(in, 2, pairs, next(), 1, back + 2, 1, column, before(), 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    for (int i = 0; i < N_OUT; i++)
        y[i] = back[i] * x[i] + x[i];
}

/* More than goes in one piece. */
enum { MANY = 40000 };
static double many[MANY], arrived[MANY];
static void large(const double *x, double *y)
{
    for (int i = 0; i < MANY; i++)
        many[i] = x[i % N_IN] * (1 + i % 3);
    if (rank % 2 == 0) {
        MPI_Send(many, MANY, MPI_DOUBLE, partner(), 1, MPI_COMM_WORLD);
        MPI_Recv(arrived, MANY, MPI_DOUBLE, partner(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(arrived, MANY, MPI_DOUBLE, partner(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(many, MANY, MPI_DOUBLE, partner(), 1, MPI_COMM_WORLD);
    }
    for (int i = 0; i < N_OUT; i++)
        y[i] = arrived[MANY - 1 - i] * x[i] + arrived[i];
}

int main(int argc, char **argv)
{
    static char buffer[4096];
    begin(&argc, &argv);
    MPI_Buffer_attach(buffer, sizeof buffer);
    MPI_Type_vector(4, 1, 3, MPI_DOUBLE, &column);
    MPI_Type_contiguous(2, MPI_DOUBLE, &pairs);
    MPI_Type_commit(&column), MPI_Type_commit(&pairs);
    CHECK(send);
    CHECK(ssend);
    CHECK(bsend);
    CHECK(psend);
    CHECK(ring);
    CHECK(exchange);
    CHECK(exchange_in_place);
    CHECK(any);
    CHECK(any_late);
    CHECK_TO(formats, 1);
    CHECK(integers);
    CHECK(partly_active);
    CHECK(uneven);
    CHECK(through_globals);
    CHECK(strided);
    CHECK(large);
    MPI_Type_free(&column), MPI_Type_free(&pairs);
    return end();
}
