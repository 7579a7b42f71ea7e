/* Messages that are looked at before they are received, and whichever of several is complete. */
#include "check.h"

enum { MOST = 8 };

static int next(void)
{
    return (rank + 1) % size;
}
static int before(void)
{
    return (rank + size - 1) % size;
}

/* The length of a message is known by asking for it. */
static void length(const double *x, double *y)
{
    double in[N_IN] = {0};
    int count = 0, n = 2 + rank % 3, sent = 2 + before() % 3;
    MPI_Request r;
    MPI_Status status;
    MPI_Isend(x, n, MPI_DOUBLE, next(), 3, MPI_COMM_WORLD, &r);
    MPI_Probe(before(), 3, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_DOUBLE, &count);
    if (count != sent || status.MPI_TAG != 3 || status.MPI_SOURCE != before())
        fail("length", "what was found", count, sent);
    MPI_Recv(in, count, MPI_DOUBLE, before(), 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    for (int i = 0; i < N_OUT; i++)
        y[i] = in[i % count] * in[0] * x[i];
}

/* From anybody, under any tag, numbers and integers; both kinds under one tag. */
static void anything(const double *x, double *y)
{
    double in[4] = {0}, sum = 0, squares[2] = {x[0] * x[0], x[1] * x[1]};
    int out = rank + 1, other = 0, flag = 0, count = 0, got = 0;
    MPI_Request r[3];
    MPI_Status status;
    MPI_Isend(&out, 1, MPI_INT, next(), 1, MPI_COMM_WORLD, &r[0]);
    MPI_Isend(squares, 2, MPI_DOUBLE, next(), 1, MPI_COMM_WORLD, &r[1]);
    MPI_Isend(x + 2, 3, MPI_DOUBLE, next(), 2, MPI_COMM_WORLD, &r[2]);
    MPI_Probe(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    if (count != 1 || status.MPI_TAG != 1)
        fail("anything", "the integer comes first", count, 1);
    MPI_Recv(&other, 1, MPI_INT, status.MPI_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int k = 0; k < 2; k++) {
        for (flag = 0; !flag;)
            MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &status);
        MPI_Get_count(&status, MPI_DOUBLE, &count);
        if (status.MPI_TAG != 1 + k || count != 2 + k)
            fail("anything", "numbers", count, 2 + k);
        MPI_Recv(in, count, MPI_DOUBLE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        sum += in[0] * in[1] * status.MPI_TAG;
        got += count;
    }
    MPI_Waitall(3, r, MPI_STATUSES_IGNORE);
    for (int i = 0; i < N_OUT; i++)
        y[i] = sum * x[i] * got + other;
}

/* Found here, received there; between them another message under the same tag, and an integer. */
static void handed_on(const double *x, double *y)
{
    double first[3] = {0}, second[3] = {0}, third[2] = {0}, out[3];
    int number = 7 + rank, other = 0, flag = 0, count = 0;
    MPI_Request r[4], in;
    MPI_Message message, later, integer;
    MPI_Status status;
    for (int i = 0; i < 3; i++)
        out[i] = x[i] * x[i + 3];
    MPI_Isend(x, 3, MPI_DOUBLE, next(), 5, MPI_COMM_WORLD, &r[0]);
    MPI_Isend(out, 3, MPI_DOUBLE, next(), 5, MPI_COMM_WORLD, &r[1]);
    MPI_Isend(&number, 1, MPI_INT, next(), 6, MPI_COMM_WORLD, &r[2]);
    MPI_Isend(x + 6, 2, MPI_DOUBLE, next(), 6, MPI_COMM_WORLD, &r[3]);
    MPI_Mprobe(before(), 5, MPI_COMM_WORLD, &message, &status);
    MPI_Get_count(&status, MPI_DOUBLE, &count);
    MPI_Recv(second, 3, MPI_DOUBLE, before(), 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Mrecv(first, count, MPI_DOUBLE, &message, &status);
    if (message != MPI_MESSAGE_NULL || status.MPI_TAG != 5)
        fail("handed_on", "status", status.MPI_TAG, 5);
    while (!flag)
        MPI_Improbe(before(), 6, MPI_COMM_WORLD, &flag, &integer, MPI_STATUS_IGNORE);
    MPI_Mprobe(MPI_ANY_SOURCE, 6, MPI_COMM_WORLD, &later, MPI_STATUS_IGNORE);
    MPI_Imrecv(third, 2, MPI_DOUBLE, &later, &in);
    MPI_Mrecv(&other, 1, MPI_INT, &integer, MPI_STATUS_IGNORE);
    MPI_Wait(&in, &status);
    MPI_Get_count(&status, MPI_DOUBLE, &count);
    if (count != 2)
        fail("handed_on", "length", count, 2);
    MPI_Waitall(4, r, MPI_STATUSES_IGNORE);
    for (int i = 0; i < N_OUT; i++)
        y[i] = first[i % 3] * second[(i + 1) % 3] * x[i] + third[i % 2] * other;
}

static void nobody(const double *x, double *y)
{
    double in = 3;
    MPI_Message message;
    MPI_Status status;
    MPI_Probe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status);
    if (status.MPI_SOURCE != MPI_PROC_NULL)
        fail("nobody", "source", status.MPI_SOURCE, MPI_PROC_NULL);
    MPI_Mprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(&in, 1, MPI_DOUBLE, &message, MPI_STATUS_IGNORE);
    for (int i = 0; i < N_OUT; i++)
        y[i] = in * x[i] * x[i];
}

/* Some of the messages, as they come. */
static void some(const double *x, double *y)
{
    double in[MOST] = {0}, sum = 0, out[MOST];
    int indices[2 * MOST], outcount, done = 0;
    MPI_Request r[2 * MOST];
    MPI_Status statuses[2 * MOST];
    for (int k = 0; k < size; k++)
        MPI_Irecv(&in[k], 1, MPI_DOUBLE, k, k, MPI_COMM_WORLD, &r[k]);
    for (int k = 0; k < size; k++) {
        out[k] = x[k] * x[k + 1];
        MPI_Isend(&out[k], 1, MPI_DOUBLE, k, rank, MPI_COMM_WORLD, &r[size + k]);
    }
    for (int turn = 0; done < 2 * size; turn++) {
        if (turn % 2)
            MPI_Testsome(2 * size, r, &outcount, indices, statuses);
        else
            MPI_Waitsome(2 * size, r, &outcount, indices, statuses);
        for (int k = 0; k < outcount; k++) {
            int index = indices[k], count = 1;
            if (index < size)
                MPI_Get_count(&statuses[k], MPI_DOUBLE, &count);
            if (count != 1 || (index < size && statuses[k].MPI_TAG != index))
                fail("some", "status", statuses[k].MPI_TAG, index);
            sum += index < size ? in[index] * in[index] * (1 + index) : 0;
        }
        done += outcount;
    }
    MPI_Waitsome(2 * size, r, &outcount, indices, MPI_STATUSES_IGNORE);
    if (outcount != MPI_UNDEFINED)
        fail("some", "nothing is left", outcount, MPI_UNDEFINED);
    for (int i = 0; i < N_OUT; i++)
        y[i] = sum * x[i];
}

static void any(const double *x, double *y)
{
    double in[2] = {0}, sum = 0;
    int index, flag, done = 0;
    MPI_Request r[4];
    MPI_Status status;
    MPI_Irecv(&in[0], 1, MPI_DOUBLE, before(), 0, MPI_COMM_WORLD, &r[0]);
    MPI_Irecv(&in[1], 1, MPI_DOUBLE, before(), 1, MPI_COMM_WORLD, &r[1]);
    MPI_Isend(&x[1], 1, MPI_DOUBLE, next(), 1, MPI_COMM_WORLD, &r[2]);
    MPI_Isend(&x[0], 1, MPI_DOUBLE, next(), 0, MPI_COMM_WORLD, &r[3]);
    while (done < 4) {
        MPI_Testany(4, r, &index, &flag, &status);
        if (!flag)
            continue;
        done++;
        if (index < 2)
            sum += in[index] * in[index] * (1 + status.MPI_TAG);
    }
    for (int i = 0; i < N_OUT; i++)
        y[i] = sum * x[i];
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    CHECK(length);
    CHECK(anything);
    CHECK(handed_on);
    CHECK(nobody);
    CHECK(some);
    CHECK(any);
    return end();
}
