/* Reductions that are no sums: blocks of the result, with places, of two operands in one process.
 */
#include "check.h"
#include <complex.h>

struct place {
    double number;
    int at;
};

/* Own numbers for everybody, which are different enough for an extreme. */
static double *numbers_for_all(const double *x, int each)
{
    double *own = malloc(sizeof *own * (size_t)(each * size));
    for (int i = 0; i < each * size; i++)
        own[i] = sin(7 * x[i % N_IN] + i + rank) * x[(i + 3) % N_IN];
    return own;
}

static void blocks(const double *x, double *y, MPI_Op op, int in_place)
{
    double *own = numbers_for_all(x, 3), part[3] = {0};
    if (in_place) {
        MPI_Reduce_scatter_block(MPI_IN_PLACE, own, 3, MPI_DOUBLE, op, MPI_COMM_WORLD);
        memcpy(part, own, sizeof part);
    } else {
        MPI_Reduce_scatter_block(own, part, 3, MPI_DOUBLE, op, MPI_COMM_WORLD);
    }
    for (int i = 0; i < N_OUT; i++)
        y[i] = part[i % 3] * x[i];
    free(own);
}

static void product_blocks(const double *x, double *y)
{
    blocks(x, y, MPI_PROD, 0);
}
static void largest_blocks(const double *x, double *y)
{
    blocks(x, y, MPI_MAX, 1);
}
static void smallest_blocks(const double *x, double *y)
{
    blocks(x, y, MPI_MIN, 0);
}

/* Blocks of several lengths; none for some. */
static void uneven(const double *x, double *y, MPI_Op op, int starts)
{
    double *own = numbers_for_all(x, 3), part[3] = {0};
    int *counts = malloc(sizeof *counts * (size_t)size);
    for (int i = 0; i < size; i++)
        counts[i] = (i + 1) % 3;
    if (starts) {
        MPI_Request r;
        MPI_Ireduce_scatter(own, part, counts, MPI_DOUBLE, op, MPI_COMM_WORLD, &r);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
    } else {
        MPI_Reduce_scatter(own, part, counts, MPI_DOUBLE, op, MPI_COMM_WORLD);
    }
    for (int i = 0; i < N_OUT; i++)
        y[i] = part[i % 3] * x[i];
    free(own), free(counts);
}

static void uneven_products(const double *x, double *y)
{
    uneven(x, y, MPI_PROD, 0);
}
static void uneven_largest(const double *x, double *y)
{
    uneven(x, y, MPI_MAX, 0);
}
static void started_uneven_products(const double *x, double *y)
{
    uneven(x, y, MPI_PROD, 1);
}
static void started_uneven_smallest(const double *x, double *y)
{
    uneven(x, y, MPI_MIN, 1);
}

static void started_blocks(const double *x, double *y)
{
    double *own = numbers_for_all(x, 2), product[2], largest[2];
    MPI_Request r[2];
    MPI_Ireduce_scatter_block(own, product, 2, MPI_DOUBLE, MPI_PROD, MPI_COMM_WORLD, &r[0]);
    MPI_Ireduce_scatter_block(own, largest, 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD, &r[1]);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    for (int i = 0; i < N_OUT; i++)
        y[i] = product[i % 2] * x[i] + largest[i % 2];
    free(own);
}

/* ---- places ---------------------------------------------------------------------------------- */

static void fill_places(struct place *to, const double *x, int n)
{
    for (int i = 0; i < n; i++)
        to[i] = (struct place){sin(5 * x[i % N_IN] + rank) * x[0], 10 * rank + i};
}

static void place_blocks(const double *x, double *y)
{
    struct place *own = malloc(sizeof *own * (size_t)(2 * size)), part[2];
    fill_places(own, x, 2 * size);
    MPI_Reduce_scatter_block(own, part, 2, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
    for (int i = 0; i < N_OUT; i++)
        y[i] = part[i % 2].number * x[part[i % 2].at % N_IN];
    free(own);
}

static void started_places(const double *x, double *y)
{
    struct place own[3], largest[3], smallest[3] = {{0, 0}};
    MPI_Request r[2];
    fill_places(own, x, 3);
    MPI_Iallreduce(own, largest, 3, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD, &r[0]);
    MPI_Ireduce(own, smallest, 3, MPI_DOUBLE_INT, MPI_MINLOC, size - 1, MPI_COMM_WORLD, &r[1]);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    for (int i = 0; i < N_OUT; i++)
        y[i] = largest[i % 3].number * x[largest[i % 3].at % N_IN] + smallest[i % 3].number;
}

/* Of equal numbers that with the smallest place counts, which the process of the highest rank has;
 * as a sum over all processes, since differences are of no use there. */
static void equal(const double *x, double *y)
{
    struct place own = {x[0], size - rank}, found;
    MPI_Request r;
    MPI_Iallreduce(&own, &found, 1, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    y[0] = found.number * x[1];
}

static void check_equal(void)
{
    double x[2] = {2, 3}, u[2] = {0}, y = 0, w = 1;
    __enzyme_autodiff((void *)equal, enzyme_dup, x, u, enzyme_dup, &y, &w);
    check_close("equal", "of the number", u[0], rank == size - 1 ? 3 * size : 0, 1e-15);
    check_close("equal", "of the factor", u[1], 2, 1e-15);
    double v[2] = {rank == size - 1, 0}, t = 0;
    __enzyme_fwddiff((void *)equal, enzyme_dup, x, v, enzyme_dup, &y, &t);
    check_close("equal", "tangent", t, 3, 1e-15);
    checks++;
}

/* ---- in one process -------------------------------------------------------------------------- */

static void local(const double *x, double *y)
{
    double sum[2] = {x[0] * x[1], x[2]}, product[2] = {x[3], x[4]}, largest[4], smallest[4];
    memcpy(largest, x + 4, sizeof largest), memcpy(smallest, x + 4, sizeof smallest);
    MPI_Reduce_local(x + 5, sum, 2, MPI_DOUBLE, MPI_SUM);
    MPI_Reduce_local(sum, product, 2, MPI_DOUBLE, MPI_PROD);
    MPI_Reduce_local(x + 8, largest, 4, MPI_DOUBLE, MPI_MAX);
    MPI_Reduce_local(x + 8, smallest, 4, MPI_DOUBLE, MPI_MIN);
    for (int i = 0; i < N_OUT; i++)
        y[i] = sum[i % 2] * product[i % 2] + largest[i % 4] * smallest[(i + 1) % 4];
}

static void local_types(const double *x, double *y)
{
    double complex z = x[0] + I * x[1] * x[2], w = x[3] * x[4] - I * x[5];
    struct place a = {x[6] * x[6], 1}, b = {x[7], 2};
    float f = (float)x[8], g = (float)x[9];
    int n = 3, m = 4;
    MPI_Reduce_local(&z, &w, 1, MPI_C_DOUBLE_COMPLEX, MPI_SUM);
    MPI_Reduce_local(&a, &b, 1, MPI_DOUBLE_INT, MPI_MINLOC);
    MPI_Reduce_local(&f, &g, 1, MPI_FLOAT, MPI_PROD);
    MPI_Reduce_local(&n, &m, 1, MPI_INT, MPI_SUM);
    for (int i = 0; i < N_OUT; i++)
        y[i] = creal(w) * cimag(w) * x[m] + b.number * x[b.at];
    y[0] += g;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    CHECK(product_blocks);
    CHECK(largest_blocks);
    CHECK(smallest_blocks);
    CHECK(uneven_products);
    CHECK(uneven_largest);
    CHECK(started_uneven_products);
    CHECK(started_uneven_smallest);
    CHECK(started_blocks);
    CHECK(place_blocks);
    CHECK(started_places);
    check_equal();
    CHECK(local);
    CHECK_TO(local_types, 1);
    return end();
}
