/* Operations of the program: a product of matrices, which does not commute, and a mean of two. */
#include "check.h"

static MPI_Op product, smooth;
static MPI_Datatype matrix;

/* Of matrices of 2 by 2, in the order of the processes. */
static void multiply(void *in, void *inout, int *n, MPI_Datatype *type)
{
    const double *a = in;
    double *b = inout;
    (void)type;
    for (int i = 0; i < *n; i++, a += 4, b += 4) {
        double c[4];
        for (int j = 0; j < 4; j++)
            c[j] = a[j / 2 * 2] * b[j % 2] + a[j / 2 * 2 + 1] * b[j % 2 + 2];
        memcpy(b, c, sizeof c);
    }
}

/* log(exp(a) + exp(b)) */
static void add_smoothly(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *n; i++)
        ((double *)inout)[i] = log(exp(((double *)inout)[i]) + exp(((double *)in)[i]));
}

static void matrices(const double *x, double *y)
{
    double all[8];
    MPI_Allreduce(x, all, 2, matrix, product, MPI_COMM_WORLD);
    for (int i = 0; i < N_OUT; i++)
        y[i] = all[i % 8] * x[i];
}

static void at_root(const double *x, double *y)
{
    double own[4], all[4] = {0};
    for (int i = 0; i < 4; i++)
        own[i] = x[i] * x[i + 1];
    MPI_Reduce(own, all, 1, matrix, product, size - 1, MPI_COMM_WORLD);
    MPI_Bcast(all, 4, MPI_DOUBLE, size - 1, MPI_COMM_WORLD);
    for (int i = 0; i < N_OUT; i++)
        y[i] = all[i % 4] + x[i];
}

static void smoothly(const double *x, double *y)
{
    double all[N_OUT];
    MPI_Allreduce(x, all, N_OUT, MPI_DOUBLE, smooth, MPI_COMM_WORLD);
    for (int i = 0; i < N_OUT; i++)
        y[i] = all[i] * all[i];
}

static void in_place(const double *x, double *y)
{
    memcpy(y, x, N_OUT * sizeof *y);
    MPI_Allreduce(MPI_IN_PLACE, y, N_OUT, MPI_DOUBLE, smooth, MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Reduce(MPI_IN_PLACE, y, 4, MPI_DOUBLE, smooth, 0, MPI_COMM_WORLD);
    else
        MPI_Reduce(y, NULL, 4, MPI_DOUBLE, smooth, 0, MPI_COMM_WORLD);
}

static void scanned(const double *x, double *y)
{
    double own[8], upto[8], before[8];
    for (int i = 0; i < 8; i++)
        own[i] = x[i] * x[i + 1], before[i] = x[i];
    MPI_Scan(own, upto, 2, matrix, product, MPI_COMM_WORLD);
    MPI_Exscan(own, before, 2, matrix, product, MPI_COMM_WORLD);
    for (int i = 0; i < N_OUT; i++)
        y[i] = upto[i % 8] * x[i] + before[(i + 1) % 8];
}

static void scanned_in_place(const double *x, double *y)
{
    for (int i = 0; i < N_OUT; i++)
        y[i] = x[i] * x[0];
    MPI_Scan(MPI_IN_PLACE, y, 4, MPI_DOUBLE, smooth, MPI_COMM_WORLD);
    MPI_Exscan(MPI_IN_PLACE, y + 4, 1, matrix, product, MPI_COMM_WORLD);
}

/* Everybody gets a block of the result, of one length or of several; none for some. */
static void scattered(const double *x, double *y)
{
    double *own = malloc(sizeof *own * 4 * (size_t)size), part[8] = {0}, same[4];
    int *counts = malloc(sizeof *counts * (size_t)size);
    for (int i = 0; i < 4 * size; i++)
        own[i] = x[i % N_IN] * x[(i + 2) % N_IN] / 2;
    for (int i = 0; i < size; i++)
        counts[i] = i % 3;
    MPI_Reduce_scatter(own, part, counts, MPI_DOUBLE, smooth, MPI_COMM_WORLD);
    MPI_Reduce_scatter_block(own, same, 1, matrix, product, MPI_COMM_WORLD);
    MPI_Reduce_scatter_block(MPI_IN_PLACE, own, 2, MPI_DOUBLE, smooth, MPI_COMM_WORLD);
    for (int i = 0; i < N_OUT; i++)
        y[i] = part[i % 8] * x[i] + same[i % 4] + own[i % 2];
    free(own), free(counts);
}

/* The same of the library in a program with operations of its own. */
static void of_library(const double *x, double *y)
{
    MPI_Op sum[1] = {MPI_SUM};
    double upto[4], before[4] = {0}, part[2];
    MPI_Scan(x, upto, 4, MPI_DOUBLE, *sum, MPI_COMM_WORLD);
    MPI_Exscan(x, before, 4, MPI_DOUBLE, *sum, MPI_COMM_WORLD);
    double *own = malloc(sizeof *own * 2 * (size_t)size);
    for (int i = 0; i < 2 * size; i++)
        own[i] = x[i % N_IN] * x[0];
    MPI_Reduce_scatter_block(own, part, 2, MPI_DOUBLE, *sum, MPI_COMM_WORLD);
    for (int i = 0; i < N_OUT; i++)
        y[i] = upto[i % 4] * before[i % 4] * part[i % 2] + x[i];
    free(own);
}

/* Beside one of the library, and made where it is used. */
static void both(const double *x, double *y)
{
    MPI_Op own, chosen[2];
    double all[N_OUT];
    MPI_Op_create(add_smoothly, 1, &own);
    chosen[0] = own, chosen[1] = MPI_SUM;
    for (int i = 0; i < 2; i++) {
        MPI_Allreduce(x, all, N_OUT, MPI_DOUBLE, chosen[i], MPI_COMM_WORLD);
        for (int j = 0; j < N_OUT; j++)
            y[j] = i ? y[j] * all[j] : all[j];
    }
}

/* Made and freed where it is used, each time; the library gives the handle to the next one. */
static void freed(const double *x, double *y)
{
    memcpy(y, x, N_OUT * sizeof *y);
    for (int i = 0; i < 3; i++) {
        MPI_Op own;
        MPI_Op_create(i == 1 ? multiply : add_smoothly, i != 1, &own);
        MPI_Allreduce(MPI_IN_PLACE, y, i == 1 ? 3 : N_OUT, i == 1 ? matrix : MPI_DOUBLE, own,
                      MPI_COMM_WORLD);
        MPI_Op_free(&own);
        for (int k = 0; k < N_OUT; k++)
            y[k] = own == MPI_OP_NULL ? y[k] / (1 + fabs(y[k])) : 0;
    }
}

/* One of the library's where the other end does not see which. */
static MPI_Op chosen(int i)
{
    MPI_Op all[3] = {smooth, MPI_PROD, MPI_MAX};
    return all[i];
}

static void locally(const double *x, double *y)
{
    double sum[4] = {x[0] * x[1], x[2], x[3], x[4]};
    memcpy(y, x, N_OUT * sizeof *y);
    MPI_Reduce_local(x + 4, sum, 1, matrix, product);
    for (int i = 0; i < 3; i++)
        MPI_Reduce_local(sum, y + 2 * i, 4, MPI_DOUBLE, chosen(i));
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Type_contiguous(4, MPI_DOUBLE, &matrix);
    MPI_Type_commit(&matrix);
    MPI_Op_create(multiply, 0, &product);
    MPI_Op_create(add_smoothly, 1, &smooth);
    CHECK(matrices);
    CHECK(at_root);
    CHECK(smoothly);
    CHECK(in_place);
    CHECK(both);
    CHECK(scanned);
    CHECK(scanned_in_place);
    CHECK(scattered);
    CHECK(of_library);
    CHECK(freed);
    CHECK(locally);
    return end();
}
