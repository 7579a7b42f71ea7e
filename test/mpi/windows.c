/* One-sided communication between fences. */
#include "check.h"

static int next(void)
{
    return (rank + 1) % size;
}
static int before(void)
{
    return (rank + size - 1) % size;
}

/* Everybody puts numbers into the window of the next process. */
static void put(const double *x, double *y)
{
    double out[4];
    double in[4] = {0};
    MPI_Win w;
    MPI_Win_create(in, sizeof in, sizeof *in, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    for (int i = 0; i < 4; i++)
        out[i] = x[i] * x[i + 1];
    MPI_Win_fence(0, w);
    MPI_Put(out, 3, MPI_DOUBLE, next(), 1, 3, MPI_DOUBLE, w);
    MPI_Win_fence(0, w);
    for (int i = 0; i < N_OUT; i++)
        y[i] = in[i % 4] * x[i] + in[1] * in[2];
    MPI_Win_free(&w);
}

/* What is sent changes afterwards, and what is received was something else before. */
static void put_twice(const double *x, double *y)
{
    double out[2] = {x[0], x[1]};
    double in[2] = {x[2] * x[3], x[4]};
    MPI_Win w;
    MPI_Win_create(in, sizeof in, sizeof *in, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    y[0] = in[0] * in[1];
    MPI_Win_fence(0, w);
    MPI_Put(out, 1, MPI_DOUBLE, next(), 0, 1, MPI_DOUBLE, w);
    y[1] = out[0] * out[1]; /* reading is allowed */
    MPI_Win_fence(0, w);
    y[2] = in[0] * in[1];
    out[0] *= in[0] + x[5];
    MPI_Win_fence(0, w);
    MPI_Put(out, 2, MPI_DOUBLE, before(), 0, 2, MPI_DOUBLE, w);
    MPI_Win_fence(0, w);
    y[3] = in[0] * in[1];
    MPI_Win_free(&w);
}

/* Several read the same numbers, the owner as well. */
static void get(const double *x, double *y)
{
    double own[4], from[4] = {0}, again[4];
    MPI_Win w;
    for (int i = 0; i < 4; i++)
        own[i] = sin(x[i] * x[i + 2]), again[i] = x[i];
    MPI_Win_create(own, sizeof own, sizeof *own, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    y[4] = again[0] * again[3];
    MPI_Win_fence(MPI_MODE_NOPRECEDE, w);
    MPI_Get(from, 4, MPI_DOUBLE, 0, 0, 4, MPI_DOUBLE, w);
    MPI_Get(again + 1, 2, MPI_DOUBLE, next(), 2, 2, MPI_DOUBLE, w);
    y[0] = own[0] * own[1];
    MPI_Win_fence(MPI_MODE_NOSUCCEED, w);
    own[0] *= 2;
    for (int i = 0; i < 3; i++)
        y[1 + i] = from[i] * again[i] * again[3] * own[i];
    MPI_Win_free(&w);
}

static void accumulate(const double *x, double *y)
{
    double sums[3] = {x[0], x[1] * x[2], x[3]}, out[3];
    MPI_Win w;
    MPI_Win_create(sums, sizeof sums, sizeof *sums, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    for (int step = 0; step < 3; step++) {
        for (int i = 0; i < 3; i++)
            out[i] = x[i + step] * x[i] + sums[i] / 4;
        MPI_Win_fence(0, w);
        for (int to = 0; to < size; to++)
            MPI_Accumulate(out, 3, MPI_DOUBLE, to, 0, 3, MPI_DOUBLE, MPI_SUM, w);
        MPI_Win_fence(0, w);
        sums[step] /= size + x[step];
    }
    for (int i = 0; i < N_OUT; i++)
        y[i] = sums[i % 3] * x[i];
    MPI_Win_free(&w);
}

/* One process replaces, twice: the second counts. */
static void replace(const double *x, double *y)
{
    double own[3] = {x[0], x[1], x[2]}, out[2] = {x[3] * x[4], x[5]}, last[1] = {x[6] * x[7]};
    MPI_Win w;
    MPI_Win_create(own, sizeof own, sizeof *own, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Win_fence(0, w);
    MPI_Accumulate(out, 2, MPI_DOUBLE, next(), 1, 2, MPI_DOUBLE, MPI_REPLACE, w);
    MPI_Accumulate(last, 1, MPI_DOUBLE, next(), 2, 1, MPI_DOUBLE, MPI_REPLACE, w);
    MPI_Win_fence(0, w);
    y[0] = own[0] * own[1] * own[2], y[1] = own[2];
    MPI_Win_free(&w);
}

/* Memory of the library; a stencil in which everybody reads its neighbours. */
static void allocated(const double *x, double *y)
{
    double *cells, left, right;
    MPI_Win w;
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &w);
    for (int i = 0; i < 4; i++)
        cells[i] = x[i] * x[i];
    for (int step = 0; step < 4; step++) {
        double old[4];
        MPI_Win_fence(0, w);
        MPI_Get(&left, 1, MPI_DOUBLE, before(), 3, 1, MPI_DOUBLE, w);
        MPI_Get(&right, 1, MPI_DOUBLE, next(), 0, 1, MPI_DOUBLE, w);
        MPI_Win_fence(0, w);
        memcpy(old, cells, sizeof old);
        for (int i = 0; i < 4; i++)
            cells[i] = old[i] * (1 - old[i] / 9) +
                       0.1 * ((i ? old[i - 1] : left) * (i < 3 ? old[i + 1] : right) - old[i]);
    }
    for (int i = 0; i < N_OUT; i++)
        y[i] = cells[i % 4] * x[i];
    MPI_Win_free(&w);
}

#define CHECK_WIDTH(f)                                                                             \
    do {                                                                                           \
        double x[N_IN], v[2][N_IN], y[N_OUT] = {0}, t[2][N_OUT] = {{0}}, u[2][N_IN] = {{0}},       \
                                    w[2][N_OUT], kept_w[2][N_OUT];                                 \
        fill(x, 1, N_IN, 0), fill(v[0], 2, N_IN, 1), fill(v[1], 3, N_IN, 1);                       \
        fill(w[0], 4, N_OUT, 1), fill(w[1], 5, N_OUT, 1);                                          \
        memcpy(kept_w, w, sizeof w);                                                               \
        __enzyme_fwddiff((void *)f, enzyme_width, 2, enzyme_dup, x, v[0], v[1], enzyme_dup, y,     \
                         t[0], t[1]);                                                              \
        __enzyme_autodiff((void *)f, enzyme_width, 2, enzyme_dup, x, u[0], u[1], enzyme_dup, y,    \
                          w[0], w[1]);                                                             \
        for (int d = 0; d < 2; d++) {                                                              \
            check_differences(#f, f, x, v[d], t[d], 1e-5, 1e-8);                                   \
            for (int e = 0; e < 2; e++)                                                            \
                check_identity(#f ", two directions", u[d], v[e], kept_w[d], t[e], 1e-13);         \
        }                                                                                          \
        checks++;                                                                                  \
    } while (0)

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    CHECK(put);
    CHECK(put_twice);
    CHECK(get);
    CHECK(accumulate);
    CHECK(replace);
    CHECK(allocated);
    CHECK_WIDTH(put_twice);
    CHECK_WIDTH(replace);
    CHECK_WIDTH(allocated);
    return end();
}
