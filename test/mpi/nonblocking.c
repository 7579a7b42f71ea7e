/* Messages that are started by one call and completed by another. */
#include "check.h"

static int next(void)
{
    return (rank + 1) % size;
}
static int before(void)
{
    return (rank + size - 1) % size;
}

/* A halo exchange: everything is started, everything completed. */
static void halo(const double *x, double *y)
{
    double cells[14] = {0};
    int left = rank > 0 ? rank - 1 : MPI_PROC_NULL,
        right = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
    for (int i = 0; i < 12; i++)
        cells[i + 1] = x[i];
    for (int step = 0; step < 3; step++) {
        MPI_Request requests[4];
        double was[14];
        MPI_Irecv(&cells[0], 1, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(&cells[13], 1, MPI_DOUBLE, right, 2, MPI_COMM_WORLD, &requests[1]);
        MPI_Isend(&cells[1], 1, MPI_DOUBLE, left, 2, MPI_COMM_WORLD, &requests[2]);
        MPI_Isend(&cells[12], 1, MPI_DOUBLE, right, 1, MPI_COMM_WORLD, &requests[3]);
        MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
        memcpy(was, cells, sizeof was);
        for (int i = 1; i <= 12; i++)
            cells[i] = was[i] + 0.1 * was[i] * (was[i - 1] - 2 * was[i] + was[i + 1]);
    }
    for (int i = 0; i < N_OUT; i++)
        y[i] = cells[i + 1];
}

/* Work goes on between start and completion; statuses are looked at. */
static void overlapped(const double *x, double *y)
{
    double in[8], out[4], other = 1;
    MPI_Request send, receive;
    MPI_Status status;
    int count;
    for (int i = 0; i < 4; i++)
        out[i] = x[i] * x[i];
    MPI_Irecv(in, 8, MPI_DOUBLE, MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, &receive);
    MPI_Issend(out, 4, MPI_DOUBLE, next(), 4, MPI_COMM_WORLD, &send);
    for (int i = 0; i < 12; i++)
        other *= x[i];
    MPI_Wait(&receive, &status);
    MPI_Get_count(&status, MPI_DOUBLE, &count);
    if (status.MPI_SOURCE != before() || count != 4 || receive != MPI_REQUEST_NULL)
        fail("overlapped", "status", count, 4);
    other += in[0] * in[3];
    MPI_Wait(&send, MPI_STATUS_IGNORE);
    out[0] = other; /* may be written again */
    for (int i = 0; i < N_OUT; i++)
        y[i] = in[i % count] * out[i % 4] * x[i];
}

/* Messages with one tag whose ends complete in different orders. */
static void crossed(const double *x, double *y)
{
    double in[4][2], out[4][2], sum = 0;
    MPI_Request s[4], r[4];
    static const int order[4] = {2, 0, 3, 1};
    for (int k = 0; k < 4; k++)
        MPI_Irecv(in[k], 2, MPI_DOUBLE, before(), 0, MPI_COMM_WORLD, &r[k]);
    for (int k = 0; k < 4; k++) {
        out[k][0] = x[k] * (k + 1), out[k][1] = x[k + 4] * x[k];
        MPI_Isend(out[k], 2, MPI_DOUBLE, next(), 0, MPI_COMM_WORLD, &s[k]);
    }
    for (int k = 0; k < 4; k++) {
        MPI_Wait(&r[order[k]], MPI_STATUS_IGNORE);
        sum += sin(sum + in[order[k]][0] * in[order[k]][1] * (k + 1));
    }
    for (int k = 3; k >= 0; k--)
        MPI_Wait(&s[k], MPI_STATUS_IGNORE);
    for (int i = 0; i < N_OUT; i++)
        y[i] = sum * x[i] + in[i % 4][0];
}

/* Receives from anybody that complete in another order than they were posted. */
static void anybody(const double *x, double *y)
{
    enum { MOST = 8 };
    double in[MOST][2], sum = 0;
    MPI_Request r[MOST], s;
    for (int k = 0; k < size; k++)
        MPI_Irecv(in[k], 2, MPI_DOUBLE, MPI_ANY_SOURCE, 9, MPI_COMM_WORLD, &r[k]);
    for (int k = 0; k < size; k++) {
        MPI_Isend(x + k, 2, MPI_DOUBLE, k, 9, MPI_COMM_WORLD, &s);
        MPI_Wait(&s, MPI_STATUS_IGNORE);
    }
    for (int k = size - 1; k >= 0; k--) {
        MPI_Status status;
        MPI_Wait(&r[k], &status);
        sum += in[k][0] * in[k][1] * (1 + status.MPI_SOURCE);
    }
    for (int i = 0; i < N_OUT; i++)
        y[i] = sum * x[i];
}

/* One after the other, whichever is complete. */
static void whichever(const double *x, double *y)
{
    double in[3], sum = 0, square = x[1] * x[1];
    MPI_Request r[6];
    for (int k = 0; k < 3; k++)
        MPI_Irecv(&in[k], 1, MPI_DOUBLE, before(), k, MPI_COMM_WORLD, &r[k]);
    MPI_Isend(&x[0], 1, MPI_DOUBLE, next(), 2, MPI_COMM_WORLD, &r[3]);
    MPI_Isend(&square, 1, MPI_DOUBLE, next(), 0, MPI_COMM_WORLD, &r[4]);
    MPI_Isend(&x[2], 1, MPI_DOUBLE, next(), 1, MPI_COMM_WORLD, &r[5]);
    for (int done = 0; done < 6; done++) {
        int index;
        MPI_Status status;
        MPI_Waitany(6, r, &index, &status);
        if (index < 3)
            sum += in[index] * in[index] * (1 + status.MPI_TAG);
    }
    for (int i = 0; i < N_OUT; i++)
        y[i] = sum * x[i];
}

/* Asked for until it is there. */
static void polled(const double *x, double *y)
{
    double in = 0, ready = 0;
    int flag = 0, number = rank * 3, other = -1;
    MPI_Request r[4];
    MPI_Irecv(&in, 1, MPI_DOUBLE, before(), 1, MPI_COMM_WORLD, &r[0]);
    MPI_Irecv(&other, 1, MPI_INT, before(), 2, MPI_COMM_WORLD, &r[1]);
    MPI_Isend(&x[3], 1, MPI_DOUBLE, next(), 1, MPI_COMM_WORLD, &r[2]);
    MPI_Isend(&number, 1, MPI_INT, next(), 2, MPI_COMM_WORLD, &r[3]);
    while (!flag)
        MPI_Test(&r[0], &flag, MPI_STATUS_IGNORE);
    ready = in * in;
    for (flag = 0; !flag;)
        MPI_Testall(3, r + 1, &flag, MPI_STATUSES_IGNORE);
    for (int i = 0; i < N_OUT; i++)
        y[i] = ready * x[i] + other;
}

/* Started in one function, completed in another; the request is in a struct among numbers. */
struct mail {
    double in[3];
    MPI_Request request;
    double out[3];
    MPI_Comm comm;
};
static void post(struct mail *m)
{
    MPI_Irecv(m->in, 3, MPI_DOUBLE, before(), 0, m->comm, &m->request);
}
static void finish(struct mail *m)
{
    MPI_Wait(&m->request, MPI_STATUS_IGNORE);
}
static void in_struct(const double *x, double *y)
{
    struct mail *m = calloc(1, sizeof *m);
    m->comm = MPI_COMM_WORLD;
    for (int i = 0; i < 3; i++)
        m->out[i] = x[i] * x[i + 1];
    post(m);
    MPI_Send(m->out, 3, MPI_DOUBLE, next(), 0, m->comm);
    finish(m);
    for (int i = 0; i < N_OUT; i++)
        y[i] = m->in[i % 3] * x[i];
    free(m);
}

/* Large messages: the sender waits for the receiver. */
enum { MANY = 30000 };
static double many[MANY], arrived[MANY];
static void large(const double *x, double *y)
{
    MPI_Request r[2];
    for (int i = 0; i < MANY; i++)
        many[i] = x[i % N_IN] * (1 + i % 3);
    MPI_Isend(many, MANY, MPI_DOUBLE, next(), 1, MPI_COMM_WORLD, &r[0]);
    MPI_Irecv(arrived, MANY, MPI_DOUBLE, before(), 1, MPI_COMM_WORLD, &r[1]);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    for (int i = 0; i < N_OUT; i++)
        y[i] = arrived[MANY - 1 - i] * x[i] + arrived[i];
}

/* A type that is freed before the messages are complete. */
static void freed_type(const double *x, double *y)
{
    double in[9] = {0};
    MPI_Request r[2];
    MPI_Datatype every_other;
    MPI_Type_vector(3, 1, 2, MPI_DOUBLE, &every_other);
    MPI_Type_commit(&every_other);
    MPI_Irecv(in, 1, every_other, before(), 1, MPI_COMM_WORLD, &r[0]);
    MPI_Isend(x, 1, every_other, next(), 1, MPI_COMM_WORLD, &r[1]);
    MPI_Type_free(&every_other);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    for (int i = 0; i < N_OUT; i++)
        y[i] = in[i % 6] * x[i] + (every_other == MPI_DATATYPE_NULL);
}

/* Buffers and requests are local to functions that are called again and again. */
__attribute__((noinline)) static double turn(const double *x, double a)
{
    double in[4], out[4], s = 0;
    MPI_Request r[2];
    for (int i = 0; i < 4; i++)
        out[i] = x[i] * a;
    MPI_Irecv(in, 4, MPI_DOUBLE, before(), 0, MPI_COMM_WORLD, &r[0]);
    MPI_Isend(out, 4, MPI_DOUBLE, next(), 0, MPI_COMM_WORLD, &r[1]);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    for (int i = 0; i < 4; i++)
        s += in[i] * in[i] * out[i] * 0.1;
    return s;
}
static double turns(const double *x, double a, int n)
{
    return n ? turns(x, turn(x, a), n - 1) * a : a;
}

static void locals(const double *x, double *y)
{
    double a = 1;
    for (int k = 0; k < 3; k++)
        a = turn(x + k, a) + 0.1 * turns(x, a, 2);
    for (int i = 0; i < N_OUT; i++)
        y[i] = a * x[i];
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    CHECK(halo);
    CHECK(overlapped);
    CHECK(crossed);
    CHECK(anybody);
    CHECK(whichever);
    CHECK(polled);
    CHECK(in_struct);
    CHECK(large);
    CHECK(freed_type);
    CHECK(freed_type);
    CHECK(locals);
    return end();
}
