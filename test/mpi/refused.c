/* What has no rule ends the program with a message. The argument says which. */
#include "check.h"
#include <stddef.h>

static MPI_Datatype mixed, twice;
static MPI_Op own;

/* any process with any tag */
static void anything(const double *x, double *y)
{
    MPI_Request r;
    MPI_Irecv(y, 1, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &r);
    MPI_Send(x, 1, MPI_DOUBLE, rank, 0, MPI_COMM_WORLD);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
}

/* bytes of active memory */
static void bytes(const double *x, double *y)
{
    MPI_Sendrecv(x, 8, MPI_BYTE, rank, 0, y, 8, MPI_BYTE, rank, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

/* different formats */
struct both {
    double number;
    float half;
};
static void formats(const double *x, double *y)
{
    struct both out = {x[0], 1}, in = {0, 0};
    MPI_Sendrecv(&out, 1, mixed, rank, 0, &in, 1, mixed, rank, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    y[0] = in.number;
}

/* bytes beside numbers */
static MPI_Datatype with_bytes;
static void byte_fields(const double *x, double *y)
{
    double out[2] = {x[0], x[1]}, in[2] = {0, 0};
    MPI_Sendrecv(out, 1, with_bytes, rank, 0, in, 1, with_bytes, rank, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    y[0] = in[0] + in[1];
}

/* blocks of numbers of different formats */
static void block_formats(const double *x, double *y)
{
    float single = (float)x[0];
    double in = 0;
    int one[8] = {1}, at[8] = {0};
    MPI_Datatype from[8] = {MPI_FLOAT}, to[8] = {MPI_DOUBLE};
    MPI_Alltoallw(&single, one, at, from, &in, one, at, to, MPI_COMM_SELF);
    y[0] = in;
}

/* an operation without rule */
struct place {
    double number;
    int rank;
};
static void located(const double *x, double *y)
{
    struct place out = {x[0], rank}, in = {0, 0};
    MPI_Scan(&out, &in, 1, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
    y[0] = in.number;
}

/* pairs of a number and its place */
static MPI_Datatype two_places;
static void pairs_of(const double *x, double *y)
{
    struct place out[2] = {{x[0], rank}, {x[1], rank}}, in[2] = {{0, 0}, {0, 0}};
    MPI_Allreduce(out, in, 1, two_places, MPI_MAXLOC, MPI_COMM_WORLD);
    y[0] = in[0].number;
}

/* an operation without rule */
static void operation(const double *x, double *y)
{
    MPI_Request r;
    MPI_Iallreduce(x, y, 1, MPI_DOUBLE, own, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
}
static void add(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *n; i++)
        ((double *)inout)[i] += ((double *)in)[i];
}

/* on a type of which elements have gaps */
static MPI_Datatype column;
static void columns(const double *x, double *y)
{
    MPI_Allreduce(x, y, 2, column, own, MPI_COMM_WORLD);
}
static void gaps(const double *x, double *y)
{
    MPI_Reduce(x, y, 1, column, own, 0, MPI_COMM_WORLD);
}

/* sends a number twice */
static void overlapping(const double *x, double *y)
{
    double in[4];
    MPI_Sendrecv(x, 1, twice, rank, 0, in, 4, MPI_DOUBLE, rank, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    y[0] = in[0] + in[1] + in[2];
}

/* was not made by */
static MPI_Request outside;
static void foreign(const double *x, double *y)
{
    MPI_Wait(&outside, MPI_STATUS_IGNORE);
    y[0] = x[0];
}

/* is not completed */
static double late[2];
static void incomplete(const double *x, double *y)
{
    MPI_Request sent;
    MPI_Isend(x, 2, MPI_DOUBLE, rank, 0, MPI_COMM_WORLD, &sent);
    MPI_Irecv(late, 2, MPI_DOUBLE, rank, 0, MPI_COMM_WORLD, &outside);
    y[0] = x[0];
}

/* a persistent request that was not made */
static void persistent(const double *x, double *y)
{
    MPI_Start(&outside);
    y[0] = x[0];
}

/* a message that was not found by */
static MPI_Message found_outside;
static void message(const double *x, double *y)
{
    MPI_Mrecv(y, 1, MPI_DOUBLE, &found_outside, MPI_STATUS_IGNORE);
    y[0] *= x[0];
}

/* what is not complete */
static void active(const double *x, double *y)
{
    MPI_Request r;
    MPI_Irecv(y, 1, MPI_DOUBLE, rank, 0, MPI_COMM_WORLD, &r);
    MPI_Request_free(&r);
    MPI_Send(x, 1, MPI_DOUBLE, rank, 0, MPI_COMM_WORLD);
}

/* the call is not completed */
static void collective(const double *x, double *y)
{
    MPI_Iallreduce(x, late, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &outside);
    y[0] = x[0];
}

/* a tag above a third */
static int *largest;
static void tag(const double *x, double *y)
{
    int t = *largest;
    MPI_Sendrecv(x, 1, MPI_DOUBLE, rank, t, y, 1, MPI_DOUBLE, rank, t, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

/* a window that was not made */
static MPI_Win window;
static void other_window(const double *x, double *y)
{
    MPI_Win_fence(0, window);
    MPI_Get(y, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, window);
    MPI_Win_fence(0, window);
    y[0] += x[0];
}

/* an operation of MPI_Accumulate */
static void accumulated(const double *x, double *y)
{
    MPI_Win w;
    MPI_Win_create(y, sizeof *y, sizeof *y, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Win_fence(0, w);
    MPI_Accumulate(x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, MPI_PROD, w);
    MPI_Win_fence(0, w);
    MPI_Win_free(&w);
}

/* two processes replace one number */
static void replaced(const double *x, double *y)
{
    MPI_Win w;
    MPI_Win_create(y, sizeof *y, sizeof *y, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Win_fence(0, w);
    MPI_Accumulate(x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, MPI_REPLACE, w);
    MPI_Win_fence(0, w);
    MPI_Win_free(&w);
}

/* no fence behind a transfer */
static void unfenced(const double *x, double *y)
{
    MPI_Win w;
    MPI_Win_create(y, sizeof *y, sizeof *y, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Win_fence(0, w);
    MPI_Put(x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, w);
    MPI_Win_free(&w);
}

/* a type with integers */
static void located_in_window(const double *x, double *y)
{
    struct place out = {x[0], rank}, in = {0, 0};
    MPI_Win w;
    MPI_Win_create(&in, sizeof in, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Win_fence(0, w);
    MPI_Put(&out, 1, MPI_DOUBLE_INT, 0, 0, 1, MPI_DOUBLE_INT, w);
    MPI_Win_fence(0, w);
    MPI_Win_free(&w);
    y[0] = in.number;
}

/* another number of elements */
static void unequal(const double *x, double *y)
{
    MPI_Win w;
    MPI_Win_create(y, 2 * sizeof *y, sizeof *y, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Win_fence(0, w);
    MPI_Put(x, 2, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, w);
    MPI_Win_fence(0, w);
    MPI_Win_free(&w);
}

/* active data leaves the program */
static MPI_File file;
static void written(const double *x, double *y)
{
    double out[2] = {x[0] * x[0], x[1]};
    MPI_File_write(file, out, 2, MPI_DOUBLE, MPI_STATUS_IGNORE);
    y[0] = out[0] * x[1];
}

/* the same, waited for later */
static void written_later(const double *x, double *y)
{
    double out[2] = {x[0] * x[0], x[1]};
    MPI_Request r;
    MPI_File_iwrite_at(file, 0, out, 2, MPI_DOUBLE, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    y[0] = out[0] * x[1];
}

/* read into active memory without waiting */
static void read_later(const double *x, double *y)
{
    double in[2] = {x[0] * x[0], x[1]};
    MPI_Request r;
    MPI_File_iread_at(file, 0, in, 2, MPI_DOUBLE, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    y[0] = in[0] * x[1];
}

/* bytes of unknown type */
static void packed(const double *x, double *y)
{
    char all[64];
    int at = 0;
    double out[2] = {x[0] * x[0], x[1]};
    MPI_Pack(out, 2, MPI_DOUBLE, all, sizeof all, &at, MPI_COMM_WORLD);
    at = 0;
    MPI_Unpack(all, sizeof all, &at, y, 2, MPI_DOUBLE, MPI_COMM_WORLD);
}

/* the second derivative of a product */
static void product(const double *x, double *y)
{
    double own = x[0] * x[1];
    MPI_Allreduce(&own, y, 1, MPI_DOUBLE, MPI_PROD, MPI_COMM_WORLD);
}

static void product_tangent(const double *x, const double *v, double *y, double *t)
{
    __enzyme_fwddiff((void *)product, enzyme_dup, x, v, enzyme_dup, y, t);
}

static void product_adjoint(const double *x, double *u, double *y, double *w)
{
    __enzyme_autodiff((void *)product, enzyme_dup, x, u, enzyme_dup, y, w);
}

/* any process with any tag, in a second derivative */
static void anything_blocking(const double *x, double *y)
{
    double in = 0;
    MPI_Request r;
    MPI_Isend(x, 1, MPI_DOUBLE, rank, 0, MPI_COMM_WORLD, &r);
    MPI_Recv(&in, 1, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    y[0] = in * in;
}

static void anything_adjoint(const double *x, double *u, double *y, double *w)
{
    __enzyme_autodiff((void *)anything_blocking, enzyme_dup, x, u, enzyme_dup, y, w);
}

/* several directions at once */
static void sum(const double *x, double *y)
{
    double own = x[0] * x[1];
    MPI_Allreduce(&own, y, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    y[0] *= y[0];
}

static void sum_adjoint(const double *x, double *u, double *y, double *w)
{
    __enzyme_autodiff((void *)sum, enzyme_dup, x, u, enzyme_dup, y, w);
}

#define CASE(f)                                                                                    \
    if (!strcmp(argv[1], #f))                                                                      \
    __enzyme_autodiff((void *)f, enzyme_dup, x, u, enzyme_dup, y, w)

int main(int argc, char **argv)
{
    double x[8] = {1, 2, 3, 4, 5, 6, 7, 8}, u[8] = {0}, y[8] = {0}, w[8] = {1}, v[8] = {0},
           v2[8] = {0}, t[8] = {0}, t2[8] = {0};
    int lengths[2] = {1, 1}, at[2] = {0, 1}, pairs[2] = {2, 2}, found;
    MPI_Aint where[2] = {0, offsetof(struct both, half)};
    MPI_Datatype parts[2] = {MPI_DOUBLE, MPI_FLOAT}, of_rows;
    begin(&argc, &argv);
    MPI_Type_vector(4, 1, 2, MPI_DOUBLE, &of_rows);
    MPI_Type_create_resized(of_rows, 0, sizeof *x, &column);
    MPI_Type_commit(&column);
    MPI_Type_create_struct(2, lengths, where, parts, &mixed);
    MPI_Type_indexed(2, pairs, at, MPI_DOUBLE, &twice);
    MPI_Type_create_struct(2, (int[]){1, 8}, (MPI_Aint[]){0, 8},
                           (MPI_Datatype[]){MPI_DOUBLE, MPI_BYTE}, &with_bytes);
    MPI_Type_commit(&with_bytes);
    MPI_Type_contiguous(2, MPI_DOUBLE_INT, &two_places);
    MPI_Type_commit(&two_places);
    MPI_Type_commit(&mixed), MPI_Type_commit(&twice);
    MPI_Op_create(add, 1, &own);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &largest, &found);
    if (!strcmp(argv[1], "persistent"))
        MPI_Send_init(late, 1, MPI_DOUBLE, rank, 0, MPI_COMM_WORLD, &outside);
    if (!strcmp(argv[1], "message")) {
        MPI_Isend(late, 1, MPI_DOUBLE, rank, 0, MPI_COMM_WORLD, &outside);
        MPI_Mprobe(rank, 0, MPI_COMM_WORLD, &found_outside, MPI_STATUS_IGNORE);
    }
    if (!strcmp(argv[1], "other_window"))
        MPI_Win_create(late, sizeof late, sizeof *late, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    if (!strcmp(argv[1], "foreign"))
        MPI_Irecv(late, 1, MPI_DOUBLE, rank, 0, MPI_COMM_WORLD, &outside);
    MPI_File_open(MPI_COMM_SELF, "/dev/null", MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    CASE(anything);
    CASE(bytes);
    CASE(formats);
    CASE(byte_fields);
    CASE(block_formats);
    CASE(located);
    CASE(pairs_of);
    CASE(operation);
    CASE(columns);
    CASE(gaps);
    CASE(overlapping);
    CASE(foreign);
    CASE(incomplete);
    CASE(persistent);
    CASE(message);
    CASE(active);
    CASE(collective);
    CASE(tag);
    CASE(other_window);
    CASE(accumulated);
    CASE(replaced);
    CASE(unfenced);
    CASE(located_in_window);
    CASE(unequal);
    CASE(written);
    CASE(written_later);
    CASE(read_later);
    CASE(packed);
    if (!strcmp(argv[1], "product_tangent"))
        __enzyme_fwddiff((void *)product_tangent, enzyme_dup, x, w, enzyme_const, w, enzyme_dup, y,
                         u, enzyme_dup, v, t);
    if (!strcmp(argv[1], "product_adjoint"))
        __enzyme_fwddiff((void *)product_adjoint, enzyme_dup, x, w, enzyme_dup, u, v, enzyme_const,
                         y, enzyme_dup, w, t);
    if (!strcmp(argv[1], "anything_adjoint"))
        __enzyme_fwddiff((void *)anything_adjoint, enzyme_dup, x, w, enzyme_dup, u, v, enzyme_const,
                         y, enzyme_dup, w, t);
    if (!strcmp(argv[1], "several_directions"))
        __enzyme_fwddiff((void *)sum_adjoint, enzyme_width, 2, enzyme_dup, x, w, x, enzyme_dup, u,
                         v, v2, enzyme_const, y, enzyme_dup, w, t, t2);
    fprintf(stderr, "not refused\n");
    MPI_Finalize();
    return 0;
}
