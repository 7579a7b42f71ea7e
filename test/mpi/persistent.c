/* Requests that are made once and started many times. */
#include "check.h"

static int next(void)
{
    return (rank + 1) % size;
}
static int before(void)
{
    return (rank + size - 1) % size;
}

/* A halo exchange: the same four messages in each step. */
static void halo(const double *x, double *y)
{
    double cells[14] = {0};
    int left = rank > 0 ? rank - 1 : MPI_PROC_NULL,
        right = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
    MPI_Request requests[4];
    for (int i = 0; i < 12; i++)
        cells[i + 1] = x[i];
    MPI_Recv_init(&cells[0], 1, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Recv_init(&cells[13], 1, MPI_DOUBLE, right, 2, MPI_COMM_WORLD, &requests[1]);
    MPI_Send_init(&cells[1], 1, MPI_DOUBLE, left, 2, MPI_COMM_WORLD, &requests[2]);
    MPI_Send_init(&cells[12], 1, MPI_DOUBLE, right, 1, MPI_COMM_WORLD, &requests[3]);
    for (int step = 0; step < 4; step++) {
        double was[14];
        MPI_Startall(4, requests);
        MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
        memcpy(was, cells, sizeof was);
        for (int i = 1; i <= 12; i++)
            cells[i] = was[i] + 0.1 * was[i] * (was[i - 1] - 2 * was[i] + was[i + 1]);
    }
    for (int k = 0; k < 4; k++)
        MPI_Request_free(&requests[k]);
    for (int i = 0; i < N_OUT; i++)
        y[i] = cells[i + 1];
}

/* What is sent is overwritten between two starts, once by a constant; what is received is used
 * after each. Waiting for what is not started returns at once. */
static void overwritten(const double *x, double *y)
{
    double in[2] = {0}, out[2], sum = 0;
    MPI_Request r[2];
    MPI_Status status;
    MPI_Recv_init(in, 2, MPI_DOUBLE, MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, &r[0]);
    MPI_Ssend_init(out, 2, MPI_DOUBLE, next(), 4, MPI_COMM_WORLD, &r[1]);
    for (int step = 0; step < 4; step++) {
        int count = 0;
        MPI_Wait(&r[0], MPI_STATUS_IGNORE);
        out[0] = step == 2 ? 2 : x[step] * x[step] + in[1];
        out[1] = x[step + 4] * in[0];
        MPI_Start(&r[0]);
        MPI_Start(&r[1]);
        MPI_Wait(&r[0], &status);
        MPI_Get_count(&status, MPI_DOUBLE, &count);
        if (count != 2 || status.MPI_SOURCE != before() || status.MPI_TAG != 4)
            fail("overwritten", "status", count, 2);
        sum += in[0] * in[0] * (step + 1) + sin(in[1]);
        MPI_Wait(&r[1], MPI_STATUS_IGNORE);
        out[0] = 0;
    }
    MPI_Request_free(&r[0]), MPI_Request_free(&r[1]);
    if (r[0] != MPI_REQUEST_NULL)
        fail("overwritten", "freed", 0, 1);
    for (int i = 0; i < N_OUT; i++)
        y[i] = sum * x[i];
}

/* Requests that are made in one function and used in others, beside ordinary ones, and freed while
 * their message is under way. */
struct channel {
    double in[3];
    MPI_Request receive;
    double out[3];
    MPI_Request send;
};

static struct channel *make(void)
{
    struct channel *c = calloc(1, sizeof *c);
    MPI_Recv_init(c->in, 3, MPI_DOUBLE, before(), 0, MPI_COMM_WORLD, &c->receive);
    MPI_Send_init(c->out, 3, MPI_DOUBLE, next(), 0, MPI_COMM_WORLD, &c->send);
    return c;
}

static void discard(struct channel *c)
{
    MPI_Request_free(&c->receive);
    MPI_Request_free(&c->send);
}

static void step(struct channel *c, double factor)
{
    int flag = 0;
    MPI_Start(&c->receive);
    MPI_Start(&c->send);
    while (!flag)
        MPI_Test(&c->receive, &flag, MPI_STATUS_IGNORE);
    MPI_Wait(&c->send, MPI_STATUS_IGNORE);
    for (int i = 0; i < 3; i++)
        c->out[i] = c->in[i] * c->in[(i + 1) % 3] * factor;
}

static void channels(const double *x, double *y)
{
    double in[3], constant[1] = {4};
    MPI_Request r, ordinary;
    struct channel *c = make();
    for (int i = 0; i < 3; i++)
        c->out[i] = x[i];
    step(c, x[3]);
    step(c, x[4]);
    MPI_Isend(c->out, 3, MPI_DOUBLE, next(), 7, MPI_COMM_WORLD, &ordinary);
    MPI_Request_free(&ordinary);
    MPI_Recv(in, 3, MPI_DOUBLE, before(), 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send_init(constant, 1, MPI_DOUBLE, next(), 8, MPI_COMM_WORLD, &r);
    MPI_Start(&r);
    MPI_Request_free(&r);
    MPI_Recv(&in[1], 1, MPI_DOUBLE, before(), 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < N_OUT; i++)
        y[i] = in[i % 3] * c->out[(i + 1) % 3] * x[i];
    discard(c);
    MPI_Barrier(MPI_COMM_WORLD); /* both messages have gone */
    free(c);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    CHECK(halo);
    CHECK(overwritten);
    CHECK(channels);
    return end();
}
