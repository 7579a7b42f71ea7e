/* Several directions at once are as one after the other; split mode. */
#include "check.h"

void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);
extern int enzyme_width;

static int next(void)
{
    return (rank + 1) % size;
}
static int before(void)
{
    return (rank + size - 1) % size;
}

/* Blocking: one primal per call, also where it changes its own input. */
static void blocking(const double *x, double *y)
{
    double both[4], sum[4], most[4];
    for (int i = 0; i < 4; i++)
        both[i] = x[i] * x[i + 1] + i;
    MPI_Sendrecv_replace(both, 4, MPI_DOUBLE, next(), 1, before(), 1, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
    memcpy(sum, both, sizeof sum), memcpy(most, both, sizeof most);
    MPI_Allreduce(MPI_IN_PLACE, sum, 4, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, most, 4, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    MPI_Bcast(both, 2, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    for (int i = 0; i < N_OUT; i++)
        y[i] = sum[i % 4] * both[i % 4] * x[i] + most[i % 4];
}

static void started(const double *x, double *y)
{
    double in[4];
    MPI_Request r[2];
    MPI_Irecv(in, 4, MPI_DOUBLE, before(), 1, MPI_COMM_WORLD, &r[0]);
    MPI_Isend(x, 4, MPI_DOUBLE, next(), 1, MPI_COMM_WORLD, &r[1]);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    for (int i = 0; i < N_OUT; i++)
        y[i] = in[i % 4] * x[i] * x[0];
}

/* Collective calls that do not block. */
static void collective(const double *x, double *y)
{
    double sum[4], most[4], product[4], upto[2], both[2] = {x[8] * x[9], x[10]};
    MPI_Request r[5];
    MPI_Iallreduce(x, sum, 4, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &r[0]);
    MPI_Iallreduce(x + 4, most, 4, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD, &r[1]);
    MPI_Iallreduce(x + 2, product, 4, MPI_DOUBLE, MPI_PROD, MPI_COMM_WORLD, &r[2]);
    MPI_Ibcast(both, 2, MPI_DOUBLE, 0, MPI_COMM_WORLD, &r[3]);
    MPI_Iscan(x + 6, upto, 2, MPI_DOUBLE, MPI_PROD, MPI_COMM_WORLD, &r[4]);
    MPI_Waitall(5, r, MPI_STATUSES_IGNORE);
    for (int i = 0; i < N_OUT; i++)
        y[i] = sum[i % 4] * both[i % 2] * x[i] + most[i % 4] * product[i % 4] + upto[i % 2];
}

/* A message that is looked at, and a persistent one. */
static void looked_at(const double *x, double *y)
{
    double in[4] = {0}, again[1] = {0};
    int count = 0;
    MPI_Request r[2], s;
    MPI_Message message;
    MPI_Status status;
    MPI_Send_init(x + 4, 1, MPI_DOUBLE, next(), 2, MPI_COMM_WORLD, &r[0]);
    MPI_Recv_init(again, 1, MPI_DOUBLE, before(), 2, MPI_COMM_WORLD, &r[1]);
    MPI_Isend(x, 4, MPI_DOUBLE, next(), 1, MPI_COMM_WORLD, &s);
    MPI_Mprobe(before(), 1, MPI_COMM_WORLD, &message, &status);
    MPI_Get_count(&status, MPI_DOUBLE, &count);
    if (count != 4)
        fail("looked_at", "length", count, 4);
    MPI_Mrecv(in, count, MPI_DOUBLE, &message, MPI_STATUS_IGNORE);
    MPI_Startall(2, r);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    MPI_Wait(&s, MPI_STATUS_IGNORE);
    MPI_Request_free(&r[0]), MPI_Request_free(&r[1]);
    for (int i = 0; i < N_OUT; i++)
        y[i] = in[i % 4] * again[0] * x[i];
}

/* A call that blocks between the start and the end of others, which complete in another order; one
 * process has nothing to be differentiated. A message that is found, and received later. */
static void crossing(const double *x, double *y)
{
    double sum[3], total[3], in[2] = {0}, out[2] = {x[1] * x[2], x[3]}, none[3] = {1, 2, 3}, all[3];
    MPI_Request r[2], m, s;
    MPI_Message found;
    for (int i = 0; i < 3 && rank > 0; i++)
        none[i] = x[i] * x[i + 1];
    MPI_Isend(out, 2, MPI_DOUBLE, next(), 4, MPI_COMM_WORLD, &s);
    MPI_Iallreduce(x + 3, sum, 3, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &r[0]);
    MPI_Iallreduce(none, all, 3, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &r[1]);
    MPI_Mprobe(before(), 4, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
    MPI_Imrecv(in, 2, MPI_DOUBLE, &found, &m);
    if (rank % 2)
        MPI_Wait(&r[1], MPI_STATUS_IGNORE), MPI_Wait(&r[0], MPI_STATUS_IGNORE);
    MPI_Allreduce(x + 6, total, 3, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    MPI_Wait(&m, MPI_STATUS_IGNORE), MPI_Wait(&s, MPI_STATUS_IGNORE);
    for (int i = 0; i < N_OUT; i++)
        y[i] = sum[i % 3] * total[i % 3] * all[i % 3] * x[i] * in[i % 2];
}

#define CHECK_FORWARD(f)                                                                           \
    do {                                                                                           \
        double x[N_IN], v[2][N_IN], y[N_OUT] = {0}, t[2][N_OUT] = {{0}};                           \
        fill(x, 1, N_IN, 0), fill(v[0], 2, N_IN, 1), fill(v[1], 3, N_IN, 1);                       \
        __enzyme_fwddiff((void *)f, enzyme_width, 2, enzyme_dup, x, v[0], v[1], enzyme_dup, y,     \
                         t[0], t[1]);                                                              \
        MPI_Barrier(MPI_COMM_WORLD);                                                               \
        for (int d = 0; d < 2; d++)                                                                \
            check_differences(#f, f, x, v[d], t[d], 1e-5, 1e-8);                                   \
        checks++;                                                                                  \
    } while (0)

static void check_reverse(tested *f)
{
    double x[N_IN], u[2][N_IN] = {{0}}, y[N_OUT] = {0}, w[2][N_OUT], one[N_IN];
    fill(x, 1, N_IN, 0), fill(w[0], 2, N_OUT, 1), fill(w[1], 3, N_OUT, 1);
    __enzyme_autodiff((void *)f, enzyme_width, 2, enzyme_dup, x, u[0], u[1], enzyme_dup, y, w[0],
                      w[1]);
    for (int d = 0; d < 2; d++) {
        double seed[N_OUT];
        fill(seed, 2 + d, N_OUT, 1), memset(one, 0, sizeof one);
        __enzyme_autodiff((void *)f, enzyme_dup, x, one, enzyme_dup, y, seed);
        for (int i = 0; i < N_IN; i++)
            check_close("reverse", "several directions", u[d][i], one[i], 1e-14);
    }
    checks++;
}

static void check_split(tested *f)
{
    double x[N_IN], u[N_IN] = {0}, y[N_OUT] = {0}, w[N_OUT], one[N_IN] = {0}, seed[N_OUT];
    fill(x, 1, N_IN, 0), fill(w, 2, N_OUT, 1), fill(seed, 2, N_OUT, 1);
    void *tape = __enzyme_augmentfwd((void *)f, enzyme_dup, x, u, enzyme_dup, y, w);
    __enzyme_reverse((void *)f, enzyme_dup, x, u, enzyme_dup, y, w, tape);
    __enzyme_autodiff((void *)f, enzyme_dup, x, one, enzyme_dup, y, seed);
    for (int i = 0; i < N_IN; i++)
        check_close("split", "in two halves", u[i], one[i], 1e-14);
    checks++;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    CHECK_FORWARD(blocking);
    CHECK_FORWARD(started);
    CHECK_FORWARD(collective);
    CHECK_FORWARD(looked_at);
    CHECK_FORWARD(crossing);
    check_reverse(blocking);
    check_reverse(started);
    check_reverse(collective);
    check_reverse(looked_at);
    check_reverse(crossing);
    check_split(started);
    check_split(collective);
    return end();
}
