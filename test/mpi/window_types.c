/* One-sided communication between fences: types, integers, windows that stay. */
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

/* Types with gaps at both ends, given up before the fence; displacements in bytes. */
static void types(const double *x, double *y)
{
    double grid[9], row[3] = {0}, out[3];
    MPI_Datatype column, pair, upper;
    MPI_Win w;
    for (int i = 0; i < 9; i++)
        grid[i] = x[i] * x[0];
    for (int i = 0; i < 3; i++)
        out[i] = x[i] * x[9];
    MPI_Win_create(grid, sizeof grid, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Type_vector(3, 1, 3, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    MPI_Type_vector(2, 1, 2, MPI_DOUBLE, &pair);
    MPI_Type_commit(&pair);
    MPI_Type_vector(2, 1, 3, MPI_DOUBLE, &upper);
    MPI_Type_commit(&upper);
    MPI_Win_fence(0, w);
    MPI_Get(row, 3, MPI_DOUBLE, next(), 8, 1, column, w);
    MPI_Put(out, 1, pair, before(), 0, 1, upper, w);
    MPI_Accumulate(out, 3, MPI_DOUBLE, next(), 16, 1, column, MPI_SUM, w);
    MPI_Type_free(&column), MPI_Type_free(&pair), MPI_Type_free(&upper);
    MPI_Win_fence(0, w);
    for (int i = 0; i < N_OUT; i++)
        y[i] = grid[i % 9] * row[i % 3] + x[i];
    MPI_Win_free(&w);
}

static void complex_numbers(const double *x, double *y)
{
    double _Complex own[2] = {x[0] + x[1] * I, x[2] * x[3]}, sum[1] = {x[4] + x[5] * I},
                    in[2] = {0};
    MPI_Win w, s;
    MPI_Win_create(own, sizeof own, sizeof *own, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Win_create(sum, sizeof sum, sizeof *sum, MPI_INFO_NULL, MPI_COMM_WORLD, &s);
    MPI_Win_fence(0, w), MPI_Win_fence(0, s);
    MPI_Get(in, 2, MPI_C_DOUBLE_COMPLEX, next(), 0, 2, MPI_C_DOUBLE_COMPLEX, w);
    MPI_Accumulate(own, 1, MPI_C_DOUBLE_COMPLEX, 0, 0, 1, MPI_C_DOUBLE_COMPLEX, MPI_SUM, s);
    MPI_Win_fence(0, s), MPI_Win_fence(0, w);
    double _Complex z = in[0] * in[1] * sum[0];
    y[0] = creal(z), y[1] = cimag(z);
    MPI_Win_free(&s), MPI_Win_free(&w);
}

static void single(const double *x, double *y)
{
    float own[2] = {(float)(x[0] * x[1]), (float)x[2]}, in = 0;
    MPI_Win w;
    MPI_Win_create(own, sizeof own, sizeof *own, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Win_fence(0, w);
    MPI_Get(&in, 1, MPI_FLOAT, next(), 0, 1, MPI_FLOAT, w);
    MPI_Win_fence(0, w);
    y[0] = in * own[1] * in;
    MPI_Win_free(&w);
}

static void long_numbers(const double *x, double *y)
{
    long double own[2] = {x[0] * x[1], x[2]}, out[1] = {x[3] * x[0]};
    MPI_Win w;
    MPI_Win_create(own, sizeof own, sizeof *own, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Win_fence(0, w);
    MPI_Accumulate(out, 1, MPI_LONG_DOUBLE, next(), 1, 1, MPI_LONG_DOUBLE, MPI_REPLACE, w);
    MPI_Win_fence(0, w);
    y[0] = (double)(own[0] * own[1]);
    MPI_Win_free(&w);
}

/* Integers say where numbers go; a window that is not active, and the process that is none. */
static void integers(const double *x, double *y)
{
    int place[1] = {0}, mine = (rank * 3 + 1) % 4;
    double own[4] = {x[0], x[1], x[2], x[3]}, out = x[4] * x[5], none = x[6];
    MPI_Win places, w;
    MPI_Win_create(place, sizeof place, sizeof *place, MPI_INFO_NULL, MPI_COMM_WORLD, &places);
    MPI_Win_create(own, sizeof own, sizeof *own, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Win_fence(0, places);
    MPI_Put(&mine, 1, MPI_INT, next(), 0, 1, MPI_INT, places);
    MPI_Win_fence(0, places), MPI_Win_fence(0, w);
    MPI_Put(&out, 1, MPI_DOUBLE, before(), *place, 1, MPI_DOUBLE, w);
    MPI_Put(&none, 1, MPI_DOUBLE, MPI_PROC_NULL, 0, 1, MPI_DOUBLE, w);
    MPI_Win_fence(0, w);
    for (int i = 0; i < N_OUT; i++)
        y[i] = own[i % 4] * x[i] * none;
    MPI_Win_free(&w), MPI_Win_free(&places);
}

/* Only the first process has something to be differentiated. */
static void constants(const double *x, double *y)
{
    double own[2] = {1 + rank, 2}, in[2] = {0}, out[2] = {3, 4 + rank};
    MPI_Win w;
    if (rank == 0)
        own[0] = x[0] * x[1];
    MPI_Win_create(own, sizeof own, sizeof *own, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Win_fence(0, w);
    MPI_Get(in, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, w);
    MPI_Win_fence(0, w);
    MPI_Accumulate(out, 2, MPI_DOUBLE, next(), 0, 2, MPI_DOUBLE, MPI_SUM, w);
    MPI_Win_fence(0, w);
    y[0] = in[0] * own[0] * own[1];
    MPI_Win_free(&w);
}

/* A window that the program keeps, over memory with what is differentiated. */
static MPI_Win kept;
static void stays(const double *x, double *y)
{
    MPI_Win_create((void *)x, N_IN * sizeof *x, sizeof *x, MPI_INFO_NULL, MPI_COMM_WORLD, &kept);
    MPI_Win_fence(0, kept);
    MPI_Get(y, 6, MPI_DOUBLE, next(), 2, 6, MPI_DOUBLE, kept);
    MPI_Get(y + 6, 6, MPI_DOUBLE, next(), 0, 6, MPI_DOUBLE, kept);
    MPI_Win_fence(0, kept);
    for (int i = 0; i < N_OUT; i++)
        y[i] *= y[i] * x[i];
}

/* A matrix times a vector of which everybody has a part. */
static void product(const double *x, double *y)
{
    double *all = malloc(sizeof *all * 3 * (size_t)size), sum = 0;
    MPI_Win w;
    MPI_Win_create((void *)x, 3 * sizeof *x, sizeof *x, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Win_fence(0, w);
    for (int p = 0; p < size; p++)
        MPI_Get(all + 3 * p, 3, MPI_DOUBLE, p, 0, 3, MPI_DOUBLE, w);
    MPI_Win_fence(0, w);
    for (int k = 0; k < 3 * size; k++)
        sum += all[k] * all[k] * x[k % N_IN];
    y[0] = sum;
    MPI_Win_free(&w);
    free(all);
}

static void check_stays(void)
{
    double x[N_IN], v[N_IN], u[N_IN] = {0}, y[N_OUT] = {0}, t[N_OUT] = {0}, w[N_OUT], seed[N_OUT];
    fill(x, 1, N_IN, 0), fill(v, 2, N_IN, 1), fill(w, 3, N_OUT, 1);
    memcpy(seed, w, sizeof w);
    __enzyme_fwddiff((void *)stays, enzyme_dup, x, v, enzyme_dup, y, t);
    MPI_Win_free(&kept);
    __enzyme_autodiff((void *)stays, enzyme_dup, x, u, enzyme_dup, y, w);
    MPI_Win_free(&kept);
    check_identity("stays", u, v, seed, t, 1e-13);
    checks++;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    CHECK(types);
    CHECK(complex_numbers);
    CHECK_TO(single, 1);
    CHECK(long_numbers);
    CHECK(integers);
    CHECK(constants);
    CHECK(product);
    check_stays();
    return end();
}
