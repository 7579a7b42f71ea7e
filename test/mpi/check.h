/* For programs that run on several processes: reverse mode against forward mode, and forward mode
 * against central differences, over all processes together.
 *
 * A function under test is void f(const double *x, double *y): it reads N_IN numbers and writes
 * N_OUT, on each process. With tangents v of x, t of y, and adjoints w of y, u of x, the sums over
 * all processes of w t and of u v are equal. */
#ifndef TEST_MPI_CHECK_H
#define TEST_MPI_CHECK_H
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int enzyme_dup, enzyme_const, enzyme_width;
void __enzyme_autodiff(void *, ...), __enzyme_fwddiff(void *, ...);

enum { N_IN = 12, N_OUT = 12 };
static int rank, size, failures, checks;

static inline void fail(const char *name, const char *what, double have, double want)
{
    failures++;
    fprintf(stderr, "rank %d of %d: %s: %s: have %.17g, want %.17g\n", rank, size, name, what, have,
            want);
}

/* In (0.5, 1.5), different on each process and for each number. */
static inline double number(int stream, int i)
{
    unsigned h = (unsigned)(stream * 977 + rank * 131 + i * 17 + 7) * 2654435761u;
    h ^= h >> 15, h *= 2246822519u, h ^= h >> 13;
    return 0.5 + (h % 100000u) / 100000.0;
}

static inline void fill(double *to, int stream, int n, double shift)
{
    for (int i = 0; i < n; i++)
        to[i] = number(stream, i) - shift;
}

static inline double sum_of_all(double mine)
{
    double all = 0;
    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return all;
}

static inline double dot(const double *a, const double *b, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += a[i] * b[i];
    return s;
}

static inline void check_close(const char *name, const char *what, double have, double want,
                               double limit)
{
    if (!(fabs(have - want) <= limit * (1 + fabs(want))))
        fail(name, what, have, want);
}

typedef void tested(const double *, double *);

static inline void check_differences(const char *name, tested *f, const double *x, const double *v,
                                     const double *t, double h, double limit)
{
    double at[N_IN], up[N_OUT] = {0}, down[N_OUT] = {0};
    for (int i = 0; i < N_IN; i++)
        at[i] = x[i] + h * v[i];
    f(at, up);
    MPI_Barrier(MPI_COMM_WORLD); /* what the next run sends must not arrive in this one */
    for (int i = 0; i < N_IN; i++)
        at[i] = x[i] - h * v[i];
    f(at, down);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < N_OUT; i++)
        check_close(name, "tangent against differences", t[i], (up[i] - down[i]) / (2 * h), limit);
}

static inline void check_identity(const char *name, const double *u, const double *v,
                                  const double *w, const double *t, double limit)
{
    double left = sum_of_all(dot(w, t, N_OUT)), right = sum_of_all(dot(u, v, N_IN));
    check_close(name, "reverse against forward", right, left, limit);
}

/* float: the function computes in single precision. */
#define CHECK_TO(f, single)                                                                        \
    do {                                                                                           \
        double x[N_IN], v[N_IN], u[N_IN] = {0}, y[N_OUT] = {0}, t[N_OUT] = {0}, w[N_OUT],          \
                                 w_kept[N_OUT], y2[N_OUT] = {0};                                   \
        fill(x, 1, N_IN, 0), fill(v, 2, N_IN, 1), fill(w, 3, N_OUT, 1);                            \
        memcpy(w_kept, w, sizeof w);                                                               \
        __enzyme_fwddiff((void *)f, enzyme_dup, x, v, enzyme_dup, y, t);                           \
        MPI_Barrier(MPI_COMM_WORLD);                                                               \
        __enzyme_autodiff((void *)f, enzyme_dup, x, u, enzyme_dup, y2, w);                         \
        MPI_Barrier(MPI_COMM_WORLD);                                                               \
        for (int i = 0; i < N_OUT; i++)                                                            \
            check_close(#f, "result", y2[i], y[i], 1e-15);                                         \
        check_differences(#f, f, x, v, t, single ? 1e-2 : 1e-5, single ? 1e-3 : 1e-8);             \
        check_identity(#f, u, v, w_kept, t, single ? 1e-5 : 1e-13);                                \
        checks++;                                                                                  \
    } while (0)
#define CHECK(f) CHECK_TO(f, 0)

static inline void begin(int *argc, char ***argv)
{
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
}

static inline int end(void)
{
    int all = 0;
    MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return all != 0 || checks == 0;
}

#endif
