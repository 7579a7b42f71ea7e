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
    return end();
}
