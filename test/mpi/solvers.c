/* What programs do with MPI: solvers on grids, linear algebra, statistics, pipelines, transforms.
 * Each function starts from x on all processes and ends with numbers in y. */
#include "check.h"
#include <stdbool.h>

enum { MOST = 8 };

static void finish(const double *x, double *y, double result)
{
    for (int i = 0; i < N_OUT; i++)
        y[i] = result * (1 + x[i] / 4);
}

/* A line of cells with a halo on each side, in a chain of processes that MPI arranges. */
static void halo_1d(const double *x, double *y)
{
    enum { N = 4, STEPS = 5 };
    double u[N + 2] = {0}, v[N + 2];
    int dims = 0, periodic = 0, left, right;
    MPI_Comm line;
    MPI_Dims_create(size, 1, &dims);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &dims, &periodic, 1, &line);
    MPI_Cart_shift(line, 0, 1, &left, &right);
    for (int i = 0; i < N; i++)
        u[i + 1] = x[i];
    for (int t = 0; t < STEPS; t++) {
        MPI_Sendrecv(&u[1], 1, MPI_DOUBLE, left, 0, &u[N + 1], 1, MPI_DOUBLE, right, 0, line,
                     MPI_STATUS_IGNORE);
        MPI_Sendrecv(&u[N], 1, MPI_DOUBLE, right, 1, &u[0], 1, MPI_DOUBLE, left, 1, line,
                     MPI_STATUS_IGNORE);
        for (int i = 1; i <= N; i++)
            v[i] = u[i] + 0.1 * x[4] * (u[i - 1] - 2 * u[i] + u[i + 1]) - 0.01 * u[i] * u[i];
        for (int i = 1; i <= N; i++)
            u[i] = v[i];
    }
    MPI_Comm_free(&line);
    finish(x, y, u[1] * u[2] + u[N]);
}

/* Blocks of a plane; columns are a type, and all four messages are under way at once. */
static void halo_2d(const double *x, double *y)
{
    enum { N = 3, W = N + 2, STEPS = 3 };
    double u[W][W], v[W][W];
    int dims[2] = {0, 0}, periodic[2] = {1, 0}, up, down, left, right;
    MPI_Comm plane;
    MPI_Datatype column;
    MPI_Dims_create(size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periodic, 0, &plane);
    MPI_Cart_shift(plane, 0, 1, &up, &down), MPI_Cart_shift(plane, 1, 1, &left, &right);
    MPI_Type_vector(N, 1, W, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    memset(u, 0, sizeof u);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            u[i + 1][j + 1] = x[i * N + j];
    for (int t = 0; t < STEPS; t++) {
        MPI_Request r[8];
        MPI_Irecv(&u[0][1], N, MPI_DOUBLE, up, 0, plane, &r[0]);
        MPI_Irecv(&u[N + 1][1], N, MPI_DOUBLE, down, 1, plane, &r[1]);
        MPI_Irecv(&u[1][0], 1, column, left, 2, plane, &r[2]);
        MPI_Irecv(&u[1][N + 1], 1, column, right, 3, plane, &r[3]);
        MPI_Isend(&u[N][1], N, MPI_DOUBLE, down, 0, plane, &r[4]);
        MPI_Isend(&u[1][1], N, MPI_DOUBLE, up, 1, plane, &r[5]);
        MPI_Isend(&u[1][N], 1, column, right, 2, plane, &r[6]);
        MPI_Isend(&u[1][1], 1, column, left, 3, plane, &r[7]);
        MPI_Waitall(8, r, MPI_STATUSES_IGNORE);
        for (int i = 1; i <= N; i++)
            for (int j = 1; j <= N; j++)
                v[i][j] = u[i][j] + 0.1 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] -
                                           4 * sin(u[i][j]));
        for (int i = 1; i <= N; i++)
            memcpy(&u[i][1], &v[i][1], N * sizeof(double));
    }
    MPI_Type_free(&column), MPI_Comm_free(&plane);
    finish(x, y, u[1][1] * u[N][N] + u[2][1]);
}

/* Faces of a cube as subarrays, periodic in all directions. */
static void halo_3d(const double *x, double *y)
{
    enum { N = 2, W = N + 2 };
    double u[W][W][W];
    int dims[3] = {0, 0, 0}, periodic[3] = {1, 1, 1}, whole[3] = {W, W, W};
    MPI_Comm space;
    MPI_Dims_create(size, 3, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 3, dims, periodic, 0, &space);
    memset(u, 0, sizeof u);
    for (int i = 0; i < N * N * N; i++)
        u[1 + i / 4][1 + i / 2 % 2][1 + i % 2] = x[i] * x[8];
    for (int d = 0; d < 3; d++) {
        int low, high, part[3] = {N, N, N}, from[3] = {1, 1, 1};
        MPI_Datatype faces[4]; /* sent up, received from below, sent down, received from above */
        part[d] = 1;
        static const int at[4] = {N, 0, 1, N + 1};
        MPI_Cart_shift(space, d, 1, &low, &high);
        for (int k = 0; k < 4; k++) {
            from[d] = at[k];
            MPI_Type_create_subarray(3, whole, part, from, MPI_ORDER_C, MPI_DOUBLE, &faces[k]);
            MPI_Type_commit(&faces[k]);
        }
        MPI_Sendrecv(u, 1, faces[0], high, d, u, 1, faces[1], low, d, space, MPI_STATUS_IGNORE);
        MPI_Sendrecv(u, 1, faces[2], low, d, u, 1, faces[3], high, d, space, MPI_STATUS_IGNORE);
        for (int k = 0; k < 4; k++)
            MPI_Type_free(&faces[k]);
    }
    double sum = 0;
    for (int i = 1; i <= N; i++)
        for (int j = 1; j <= N; j++)
            for (int k = 1; k <= N; k++)
                sum += u[i][j][k] * (u[i - 1][j][k] + 2 * u[i + 1][j][k] + 3 * u[i][j - 1][k] +
                                     4 * u[i][j + 1][k] + 5 * u[i][j][k - 1] + 6 * u[i][j][k + 1]);
    MPI_Comm_free(&space);
    finish(x, y, sum);
}

static double sum_over(double mine)
{
    double all;
    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return all;
}

/* Conjugate gradients with a tridiagonal matrix whose rows are on all processes. */
static void conjugate_gradient(const double *x, double *y)
{
    enum { N = 3 };
    double s[N] = {0}, r[N], p[N + 2] = {0}, q[N];
    int left = rank ? rank - 1 : MPI_PROC_NULL, right = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
    for (int i = 0; i < N; i++)
        r[i] = p[i + 1] = x[i];
    double rr = sum_over(dot(r, r, N));
    for (int k = 0; k < 4; k++) {
        MPI_Sendrecv(&p[1], 1, MPI_DOUBLE, left, 0, &p[N + 1], 1, MPI_DOUBLE, right, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Sendrecv(&p[N], 1, MPI_DOUBLE, right, 0, &p[0], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        for (int i = 0; i < N; i++)
            q[i] = (3 + x[4 + i]) * p[i + 1] - p[i] - p[i + 2];
        double alpha = rr / (sum_over(dot(p + 1, q, N)) + 1e-3), before = rr;
        for (int i = 0; i < N; i++)
            s[i] += alpha * p[i + 1], r[i] -= alpha * q[i];
        rr = sum_over(dot(r, r, N));
        for (int i = 0; i < N; i++)
            p[i + 1] = r[i] + rr / (before + 1e-3) * p[i + 1];
    }
    finish(x, y, s[0] + s[1] * s[2]);
}

/* The largest eigenvalue, rows on all processes, the vector gathered by each. */
static void power_iteration(const double *x, double *y)
{
    double mine[2] = {x[0], x[1]}, all[2 * MOST], norm = 1;
    for (int k = 0; k < 5; k++) {
        MPI_Allgather(mine, 2, MPI_DOUBLE, all, 2, MPI_DOUBLE, MPI_COMM_WORLD);
        for (int i = 0; i < 2; i++) {
            mine[i] = 0;
            for (int j = 0; j < 2 * size; j++)
                mine[i] += (x[2 + i] + 1.0 / (1 + abs(2 * rank + i - j))) * all[j];
        }
        norm = sqrt(sum_over(dot(mine, mine, 2)));
        for (int i = 0; i < 2; i++)
            mine[i] /= norm;
    }
    finish(x, y, norm);
}

/* Two centres of points on all processes. */
static void k_means(const double *x, double *y)
{
    double centres[2] = {0.6, 1.4};
    for (int k = 0; k < 3; k++) {
        double sums[2] = {0, 0};
        int counts[2] = {0, 0};
        for (int i = 0; i < N_IN; i++) {
            int nearest = fabs(x[i] - centres[1]) < fabs(x[i] - centres[0]);
            sums[nearest] += x[i] * x[i], counts[nearest]++;
        }
        MPI_Allreduce(MPI_IN_PLACE, sums, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        MPI_Allreduce(MPI_IN_PLACE, counts, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        for (int c = 0; c < 2; c++)
            centres[c] = counts[c] ? sqrt(sums[c] / counts[c]) : centres[c];
    }
    finish(x, y, centres[0] * centres[1]);
}

/* Each process works on what the one in front of it has done, item after item. */
static void pipeline(const double *x, double *y)
{
    double item, sum = 0;
    MPI_Request sent[4];
    double out[4];
    for (int k = 0; k < 4; k++) {
        item = x[k];
        if (rank > 0)
            MPI_Recv(&item, 1, MPI_DOUBLE, rank - 1, k % 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        out[k] = sin(item) * x[k + 4] + item * item / 3;
        sent[k] = MPI_REQUEST_NULL;
        if (rank < size - 1)
            MPI_Isend(&out[k], 1, MPI_DOUBLE, rank + 1, k % 2, MPI_COMM_WORLD, &sent[k]);
        sum += out[k];
    }
    MPI_Waitall(4, sent, MPI_STATUSES_IGNORE);
    finish(x, y, sum);
}

/* A sum that goes round, in place. */
static void ring(const double *x, double *y)
{
    double part[3] = {x[0] * x[1], x[2], x[3]}, sum = 0;
    for (int k = 0; k < size + 2; k++) {
        sum += part[0] * part[1] + part[2];
        part[1] *= 1 + x[k % 4] / 8;
        MPI_Sendrecv_replace(part, 3, MPI_DOUBLE, (rank + 1) % size, k, (rank + size - 1) % size, k,
                             MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    finish(x, y, sum / size);
}

/* The first process hands out work to whoever is ready, and says by the tag when there is none. */
static void workers(const double *x, double *y)
{
    enum { WORK = 1, STOP = 2, TASKS = 9 };
    double sum = 0, task, result[2];
    MPI_Status status;
    if (rank == 0) {
        int next = 0, busy = 0;
        for (int r = 1; r < size; r++) {
            bool more = next < TASKS;
            task = x[next % N_IN] * x[1];
            MPI_Send(&task, 1, MPI_DOUBLE, r, more ? WORK : STOP, MPI_COMM_WORLD);
            next += more, busy += more;
        }
        while (busy) {
            MPI_Recv(result, 2, MPI_DOUBLE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
            sum += result[0] * result[1];
            bool more = next < TASKS;
            task = x[next % N_IN] * x[1];
            MPI_Send(&task, 1, MPI_DOUBLE, status.MPI_SOURCE, more ? WORK : STOP, MPI_COMM_WORLD);
            next += more, busy -= !more;
        }
    } else {
        for (;;) {
            MPI_Recv(&task, 1, MPI_DOUBLE, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
            if (status.MPI_TAG == STOP)
                break;
            result[0] = task * task, result[1] = cos(task);
            MPI_Send(result, 2, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
        }
    }
    MPI_Bcast(&sum, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    finish(x, y, sum);
}

/* A matrix of blocks is turned, twice, by Alltoall and by a type. */
static void transpose(const double *x, double *y)
{
    double rows[MOST], columns[MOST], turned[MOST];
    for (int i = 0; i < size; i++)
        rows[i] = x[i] * x[(i + 3) % N_IN];
    MPI_Alltoall(rows, 1, MPI_DOUBLE, columns, 1, MPI_DOUBLE, MPI_COMM_WORLD);
    for (int i = 0; i < size; i++)
        columns[i] *= columns[(i + 1) % size] + x[0];
    MPI_Alltoall(columns, 1, MPI_DOUBLE, turned, 1, MPI_DOUBLE, MPI_COMM_WORLD);
    finish(x, y, dot(turned, rows, size));
}

/* A Fourier transform of one number on each process and of rows in between: sums with roots of one
 * in steps of messages, as complex numbers. */
static void fourier(const double *x, double *y)
{
    _Complex double mine[2] = {x[0] + x[1] * 1i, x[2] + x[3] * 1i}, all[2 * MOST], out[2];
    int n = 2 * size;
    MPI_Allgather(mine, 2, MPI_C_DOUBLE_COMPLEX, all, 2, MPI_C_DOUBLE_COMPLEX, MPI_COMM_WORLD);
    for (int k = 0; k < 2; k++) {
        out[k] = 0;
        for (int j = 0; j < n; j++) {
            double angle = -2 * 3.14159265358979323846 * j * (2 * rank + k) / n;
            out[k] += all[j] * (cos(angle) + sin(angle) * 1i);
        }
    }
    double power = 0;
    for (int k = 0; k < 2; k++) {
        double re = __real__ out[k], im = __imag__ out[k];
        power += (k + 1) * (re * re + 2 * im);
    }
    finish(x, y, power);
}

/* Numbers go to the process that has the part of the line in which they are. */
static void sample_sort(const double *x, double *y)
{
    int counts[MOST] = {0}, arriving[MOST], displs[MOST], in_displs[MOST], to[N_IN], n = 0, all = 0;
    double out[N_IN], in[N_IN * MOST];
    for (int i = 0; i < N_IN; i++) {
        int bucket = (int)((x[i] - 0.5) * size);
        to[i] = bucket < 0 ? 0 : bucket >= size ? size - 1 : bucket;
        counts[to[i]]++;
    }
    MPI_Alltoall(counts, 1, MPI_INT, arriving, 1, MPI_INT, MPI_COMM_WORLD);
    for (int r = 0; r < size; r++) {
        displs[r] = n, in_displs[r] = all;
        for (int i = 0; i < N_IN; i++)
            if (to[i] == r)
                out[n++] = x[i] * x[i];
        all += arriving[r];
    }
    MPI_Alltoallv(out, counts, displs, MPI_DOUBLE, in, arriving, in_displs, MPI_DOUBLE,
                  MPI_COMM_WORLD);
    for (int i = 1; i < all; i++)
        for (int j = i; j > 0 && in[j - 1] > in[j]; j--) {
            double t = in[j];
            in[j] = in[j - 1], in[j - 1] = t;
        }
    double sum = 0;
    for (int i = 0; i < all; i++)
        sum += in[i] * (i + 1);
    finish(x, y, sum);
}

/* Rows and columns of processes have communicators of their own. */
static void rows_and_columns(const double *x, double *y)
{
    MPI_Comm row, column;
    double a = x[0] * x[1], b, c;
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &row);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &column);
    MPI_Allreduce(&a, &b, 1, MPI_DOUBLE, MPI_PROD, row);
    b += x[2];
    MPI_Allreduce(&b, &c, 1, MPI_DOUBLE, MPI_MAX, column);
    double d = c * x[3];
    MPI_Bcast(&d, 1, MPI_DOUBLE, 0, row);
    MPI_Comm_free(&row), MPI_Comm_free(&column);
    finish(x, y, d + b);
}

/* Time goes on by the largest step that is stable everywhere. */
static void adaptive_steps(const double *x, double *y)
{
    double u = x[0], t = 0;
    for (int k = 0; k < 4; k++) {
        double mine = 0.1 / (1 + u * u), step;
        MPI_Allreduce(&mine, &step, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
        u += step * sin(u * x[1]), t += step;
    }
    finish(x, y, u * t);
}

/* Messages behind one another to the first process, on a tree. */
static void tree_sum(const double *x, double *y)
{
    double sum = x[0] * x[1], other;
    for (int step = 1; step < size; step *= 2) {
        if (rank % (2 * step) == step) {
            MPI_Ssend(&sum, 1, MPI_DOUBLE, rank - step, step, MPI_COMM_WORLD);
            sum = x[2];
            break;
        }
        if (rank + step < size) {
            MPI_Recv(&other, 1, MPI_DOUBLE, rank + step, step, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            sum += other * other * (1 + x[3]);
        }
    }
    finish(x, y, sum);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    CHECK(halo_1d);
    CHECK(halo_2d);
    CHECK(halo_3d);
    CHECK(conjugate_gradient);
    CHECK(power_iteration);
    CHECK(k_means);
    CHECK(pipeline);
    CHECK(ring);
    CHECK(workers);
    CHECK(transpose);
    CHECK(fourier);
    CHECK(sample_sort);
    CHECK(rows_and_columns);
    CHECK(adaptive_steps);
    CHECK(tree_sum);
    return end();
}
