/* Types with integers beside numbers, pairs of a number and its place, blocks of several types,
 * scans that do not block, buffered messages that are started. */
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

struct particle {
    int id;
    double x, y, z;
    short kind;
    double mass;
    long owner;
};
static MPI_Datatype particles, crowd;

static void make_types(void)
{
    int lengths[5] = {1, 3, 1, 1, 1}; /* x, y and z are one block */
    MPI_Aint at[5] = {offsetof(struct particle, id), offsetof(struct particle, x),
                      offsetof(struct particle, kind), offsetof(struct particle, mass),
                      offsetof(struct particle, owner)};
    MPI_Datatype types[5] = {MPI_INT, MPI_DOUBLE, MPI_SHORT, MPI_DOUBLE, MPI_LONG}, fields;
    MPI_Type_create_struct(5, lengths, at, types, &fields);
    MPI_Type_create_resized(fields, 0, sizeof(struct particle), &particles);
    MPI_Type_commit(&particles);
    MPI_Type_vector(2, 1, 2, particles, &crowd); /* every other one */
    MPI_Type_commit(&crowd);
}

static void set_particle(struct particle *p, const double *x, int id)
{
    *p = (struct particle){.id = id, .kind = (short)(id % 3), .owner = rank + 1};
    p->x = x[0] * x[1], p->y = x[1] * x[2], p->z = x[2] * x[3];
    p->mass = x[3] + x[0] * x[1];
}

static double moment(const struct particle *p)
{
    return p->mass * (p->x + p->y * p->z) * (1 + p->kind) + (double)p->id * p->y +
           (double)p->owner * p->mass;
}

/* Blocking, fewer than there is room for. */
static void sent_particles(const double *x, double *y)
{
    struct particle out[2], in[3] = {{0}};
    MPI_Status status;
    int n;
    set_particle(&out[0], x, rank), set_particle(&out[1], x + 4, rank + 7);
    if (rank > 0 || size == 1)
        MPI_Sendrecv(out, 2, particles, next(), 3, in, 3, particles, before(), 3, MPI_COMM_WORLD,
                     &status);
    if (rank == 0 && size > 1) {
        MPI_Send(out, 2, particles, next(), 3, MPI_COMM_WORLD);
        MPI_Recv(in, 3, particles, before(), 3, MPI_COMM_WORLD, &status);
    }
    MPI_Get_count(&status, particles, &n);
    if (n != 2)
        fail("sent_particles", "count", n, 2);
    for (int i = 0; i < N_OUT; i++)
        y[i] = moment(&in[i % 2]) * x[i] + in[1].z + in[0].mass;
}

/* Types of types, to a neighbour who has another type for them; probed first. */
static void gathered_crowd(const double *x, double *y)
{
    struct particle out[3], in[2] = {{0}};
    MPI_Request r;
    MPI_Status status;
    int n = -1;
    set_particle(&out[0], x, 1), set_particle(&out[1], x + 2, 2), set_particle(&out[2], x + 5, 3);
    MPI_Isend(out, 1, crowd, next(), 0, MPI_COMM_WORLD, &r);
    MPI_Probe(before(), 0, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, particles, &n);
    if (n != 2)
        fail("gathered_crowd", "count", n, 2);
    MPI_Recv(in, n, particles, before(), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    for (int i = 0; i < N_OUT; i++)
        y[i] = moment(&in[i % 2]) * (1 + in[1].id) + x[i] * in[0].y;
}

/* Collective calls and a persistent request. */
static void shared_particles(const double *x, double *y)
{
    enum { MOST = 8 };
    struct particle mine, all[MOST] = {{0}}, first = {0}, arrived = {0};
    MPI_Request r[2];
    set_particle(&mine, x + 1, rank);
    MPI_Allgather(&mine, 1, particles, all, 1, particles, MPI_COMM_WORLD);
    if (rank == size - 1)
        first = all[0];
    MPI_Bcast(&first, 1, particles, size - 1, MPI_COMM_WORLD);
    MPI_Send_init(&mine, 1, particles, next(), 1, MPI_COMM_WORLD, &r[0]);
    MPI_Recv_init(&arrived, 1, particles, before(), 1, MPI_COMM_WORLD, &r[1]);
    double sum = 0;
    for (int k = 0; k < 2; k++) {
        MPI_Startall(2, r);
        MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
        sum += moment(&arrived);
        mine.mass *= x[k];
        mine.id++;
    }
    MPI_Request_free(&r[0]), MPI_Request_free(&r[1]);
    for (int i = 0; i < N_OUT; i++)
        y[i] = moment(&all[i % size]) + moment(&first) * x[i] + sum;
}

struct pair {
    double value;
    int place;
};

/* The extreme numbers and where they are; one is a tie, which the lowest place decides. */
static void located(const double *x, double *y)
{
    struct pair out[3], least[3] = {{0, 0}}, most[3] = {{0, 0}};
    for (int k = 0; k < 3; k++)
        out[k] = (struct pair){x[k] * x[k + 3], 10 * k + size - rank};
    MPI_Allreduce(out, least, 3, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD);
    MPI_Reduce(out, most, 3, MPI_DOUBLE_INT, MPI_MAXLOC, 0, MPI_COMM_WORLD);
    for (int i = 0; i < N_OUT; i++)
        y[i] = least[i % 3].value * x[i] * (1 + least[i % 3].place) + most[i % 3].value;
}

static void located_in_place(const double *x, double *y)
{
    struct {
        float value;
        int place;
    } pair = {(float)(x[0] * x[1]), rank};
    MPI_Allreduce(MPI_IN_PLACE, &pair, 1, MPI_FLOAT_INT, MPI_MAXLOC, MPI_COMM_WORLD);
    for (int i = 0; i < N_OUT; i++)
        y[i] = (double)pair.value * x[i];
}

/* Columns to some, rows to others, nothing to the rest. */
static void blocks_of_types(const double *x, double *y, int started)
{
    enum { MOST = 8 };
    double out[MOST][9], in[MOST][9] = {{0}};
    int counts[MOST], displs[MOST];
    MPI_Datatype types[MOST], column;
    MPI_Request r;
    MPI_Type_vector(3, 1, 3, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    for (int to = 0; to < size; to++) {
        for (int k = 0; k < 9; k++)
            out[to][k] = x[(to + k) % N_IN] * x[k];
        int kind = (to + rank) % 3; /* the same at both ends */
        counts[to] = kind == 0 ? 3 : kind == 1 ? 1 : 0;
        types[to] = kind == 0 ? MPI_DOUBLE : kind == 1 ? column : MPI_INT;
        displs[to] = (int)((size_t)to * sizeof out[0] + (size_t)kind * sizeof(double));
    }
    if (started) {
        MPI_Ialltoallw(out, counts, displs, types, in, counts, displs, types, MPI_COMM_WORLD, &r);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
    } else {
        MPI_Alltoallw(out, counts, displs, types, in, counts, displs, types, MPI_COMM_WORLD);
    }
    MPI_Type_free(&column);
    memset(counts, 0, sizeof counts), memset(displs, 0, sizeof displs);
    for (int i = 0; i < N_OUT; i++)
        y[i] = in[i % size][i % 9] * x[i] + in[(i + 1) % size][7];
}

/* Integers alone, by a call that numbers go through as well: no derivative. */
static void blocks_of_integers(const double *x, double *y)
{
    enum { MOST = 8 };
    int out[MOST], in[MOST] = {0}, counts[MOST], displs[MOST];
    MPI_Datatype types[MOST];
    for (int to = 0; to < size; to++) {
        out[to] = 10 * rank + to, counts[to] = 1, displs[to] = to * (int)sizeof(int);
        types[to] = MPI_INT;
    }
    MPI_Alltoallw(out, counts, displs, types, in, counts, displs, types, MPI_COMM_WORLD);
    for (int i = 0; i < N_OUT; i++)
        y[i] = x[i] * x[i] * in[i % size];
}

static void blocks(const double *x, double *y)
{
    blocks_of_types(x, y, 0);
}
static void blocks_started(const double *x, double *y)
{
    blocks_of_types(x, y, 1);
}

/* Scans that overlap with one another and with messages. */
static void scans(const double *x, double *y)
{
    double a[3], b[3] = {0, 0, 0}, c[3] = {0, 0, 0}, d = 0;
    MPI_Request r[4];
    for (int k = 0; k < 3; k++)
        a[k] = x[k] * x[k + 1];
    MPI_Iscan(a, b, 3, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &r[0]);
    MPI_Irecv(&d, 1, MPI_DOUBLE, before(), 0, MPI_COMM_WORLD, &r[2]);
    MPI_Iexscan(a, c, 3, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &r[1]);
    MPI_Isend(&a[1], 1, MPI_DOUBLE, next(), 0, MPI_COMM_WORLD, &r[3]);
    MPI_Waitall(4, r, MPI_STATUSES_IGNORE);
    double e = d * b[0];
    MPI_Iscan(MPI_IN_PLACE, &e, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &r[0]);
    MPI_Wait(&r[0], MPI_STATUS_IGNORE);
    for (int i = 0; i < N_OUT; i++)
        y[i] = b[i % 3] * x[i] + (rank ? c[i % 3] * c[1] : 0) + e * d;
}

/* Messages through a buffer, started once and many times. */
static void buffered(const double *x, double *y)
{
    static char space[1 << 14];
    double a[2] = {x[0] * x[1], x[2]}, b[2] = {x[3], x[4]}, in[2], sum = 0;
    MPI_Request r, p;
    void *old;
    int bytes;
    MPI_Buffer_attach(space, sizeof space);
    MPI_Ibsend(a, 2, MPI_DOUBLE, next(), 0, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Bsend_init(b, 2, MPI_DOUBLE, next(), 1, MPI_COMM_WORLD, &p);
    MPI_Recv(in, 2, MPI_DOUBLE, before(), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int k = 0; k < 3; k++) {
        MPI_Start(&p);
        MPI_Wait(&p, MPI_STATUS_IGNORE);
        b[0] = b[0] * x[k + 5] + in[0];
        double got[2];
        MPI_Recv(got, 2, MPI_DOUBLE, before(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum += got[0] * got[1] * in[1];
    }
    MPI_Request_free(&p);
    MPI_Buffer_detach(&old, &bytes);
    for (int i = 0; i < N_OUT; i++)
        y[i] = sum * x[i] + in[0];
}

/* Integers with gaps, through a buffer: no derivative, but the right ones. */
static void buffered_integers(const double *x, double *y)
{
    static char space[1 << 12];
    MPI_Datatype odd;
    int out[5] = {rank, 0, rank + 10, 0, rank + 20}, in[3] = {0, 0, 0}, bytes;
    void *old;
    MPI_Type_vector(3, 1, 2, MPI_INT, &odd);
    MPI_Type_commit(&odd);
    MPI_Buffer_attach(space, sizeof space);
    MPI_Bsend(out, 1, odd, next(), 0, MPI_COMM_WORLD);
    MPI_Recv(in, 3, MPI_INT, before(), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Buffer_detach(&old, &bytes);
    MPI_Type_free(&odd);
    for (int i = 0; i < N_OUT; i++)
        y[i] = x[i] * x[i] * (in[i % 3] + 1);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    make_types();
    CHECK(sent_particles);
    CHECK(gathered_crowd);
    CHECK(shared_particles);
    CHECK(located);
    CHECK_TO(located_in_place, 1);
    CHECK(blocks);
    CHECK(blocks_started);
    CHECK(blocks_of_integers);
    CHECK(scans);
    CHECK(buffered);
    CHECK(buffered_integers);
    return end();
}
