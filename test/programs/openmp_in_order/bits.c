/* Gradients with -fenz-deterministic: the last bit is the same in every run of a team of a given
 * size. No number here is an integer, so that sums in another order have other bits. */
#include "../openmp/teams.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 311, OFTEN = 12 };

#define F(name) static void name(const double *x, int n, double *y, int m)

/* ---- schedules ---- */

F(parameters)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double z = 0;
        for (int j = 0; j < 7; j++)
            z += sin(x[j] * x[(i + j) % n]);
        y[i] = z;
    }
}

#define SCHEDULED(name, type, schedule)                                                            \
    F(name)                                                                                        \
    {                                                                                              \
        _Pragma(schedule) for (type i = 0; i < (type)n; i++) y[i] =                                \
            sin(x[(i * 7) % (type)n]) * x[i] * x[(i + 3) % (type)n] + x[i / 3] * x[0];             \
    }
SCHEDULED(dynamic, int, "omp parallel for schedule(dynamic, 1)")
SCHEDULED(dynamic_unsigned, unsigned, "omp parallel for schedule(dynamic, 4)")
SCHEDULED(dynamic_long, long, "omp parallel for schedule(monotonic : dynamic)")
SCHEDULED(guided, int, "omp parallel for schedule(guided, 3)")
SCHEDULED(guided_long, unsigned long, "omp parallel for schedule(guided)")
SCHEDULED(decided_later, int, "omp parallel for schedule(runtime)")
SCHEDULED(automatic, long, "omp parallel for schedule(auto)")
SCHEDULED(cyclic, int, "omp parallel for schedule(static, 2)")

F(downwards)
{
#pragma omp parallel for schedule(dynamic, 3)
    for (int i = n - 1; i > 1; i -= 2)
        y[i] = x[i] * x[i - 2] / (1 + x[1] * x[1]);
#pragma omp parallel for schedule(guided)
    for (int i = n - 2; i > 1; i -= 3)
        y[i] += x[i] * y[i] * x[2];
}

F(collapsed)
{
#pragma omp parallel for collapse(2) schedule(dynamic, 5)
    for (int r = 0; r < 15; r++)
        for (int i = 0; i < n / 15; i++)
            y[r * (n / 15) + i] = x[r] * sin(x[i]) + x[i + r] / 3;
}

F(in_order)
{
    double s = x[0];
#pragma omp parallel for ordered schedule(dynamic, 2)
    for (int i = 0; i < n; i++) {
        double z = sin(x[i]) * x[i % 9];
#pragma omp ordered
        {
            s = 0.9 * s + z * x[3];
            y[i] = s * x[i % 4];
        }
    }
}

F(parts)
{
#pragma omp parallel sections
    {
#pragma omp section
        for (int i = 0; i < 20; i++)
            y[i] = x[i] * x[0] / 3;
#pragma omp section
        for (int i = 20; i < 40; i++)
            y[i] = x[i] * x[0] * x[i - 20];
#pragma omp section
        for (int i = 40; i < n; i++)
            y[i] = sin(x[i]) * x[0] / x[i - 40];
    }
}

/* ---- what threads do together ---- */

F(reduced)
{
    double s = 0, t = 0, p = 1, most = -9, part[3] = {0};
#pragma omp parallel for reduction(+ : s) reduction(* : p) reduction(max : most)
    for (int i = 0; i < n; i++) {
        s += x[i] * x[i] / (2 + x[0]), p *= 1 + x[i] / n;
        most = x[i] > most ? x[i] : most;
    }
#pragma omp parallel
    {
#pragma omp for reduction(+ : part) schedule(dynamic) nowait
        for (int i = 0; i < n; i++)
            part[i % 3] += sin(x[i] * s);
#pragma omp for reduction(+ : t)
        for (int i = 0; i < n; i++)
            t += x[i] * x[5] / 7;
#pragma omp for
        for (int i = 0; i < n; i++)
            y[i] = cos((s + t) * x[i]) * p * most + part[i % 3];
    }
}

F(one_of_them)
{
    double s = 0, t = 0;
#pragma omp parallel
    {
        double own = 0;
#pragma omp single
        s = x[0] * x[1];
#pragma omp for nowait
        for (int i = 0; i < n; i++)
            y[i] = s * x[i] + x[(i * 5) % 11];
#pragma omp single nowait
        t = x[0] * x[3];
#pragma omp barrier
#pragma omp for schedule(dynamic, 5)
        for (int i = 0; i < n; i++)
            y[i] += sin(y[i] * x[i % 13] * t);
#pragma omp single copyprivate(own)
        own = x[2] * x[4] / 3;
#pragma omp for
        for (int i = 0; i < n; i++)
            y[i] += own * x[i];
#pragma omp masked
        y[0] += own * x[7];
    }
}

F(by_value)
{
    double a = x[0] / 3;
    float b = (float)(x[1] / 7);
#pragma omp parallel for firstprivate(a, b)
    for (int i = 0; i < n; i++)
        y[i] = a * sin(x[i]) + b * x[i] / 3;
}

F(steps)
{
    static double u[2][N];
    memcpy(u[0], x, sizeof u[0]);
    memcpy(u[1], x, sizeof u[1]);
#pragma omp parallel
    for (int t = 0; t < 6; t++) {
#pragma omp for schedule(dynamic, 7)
        for (int i = 1; i < n - 1; i++)
            u[1 - t % 2][i] = u[t % 2][i] * 0.3 + u[t % 2][i - 1] * u[t % 2][i + 1] / 30 + x[2];
    }
    memcpy(y, u[0], sizeof u[0]);
}

/* ---- memory ---- */

static double kept;
#pragma omp threadprivate(kept)

F(thread_private)
{
#pragma omp parallel
    {
        kept = x[3] / 3;
#pragma omp for
        for (int i = 0; i < n; i++) {
            double before = kept;
            kept += x[i] * x[6];
            y[i] = kept * kept - before * before;
            kept = before;
        }
    }
}

struct body {
    double at[3];
    float mass;
};

__attribute__((noinline)) static double pull(const struct body *b, const struct body *c)
{
    struct body mid = *c;
    double r = 0.1;
    for (int k = 0; k < 3; k++)
        mid.at[k] -= b->at[k];
    for (int k = 0; k < 3; k++)
        r += mid.at[k] * mid.at[k];
    return b->mass * mid.mass / r;
}

F(structs)
{
    enum { BODIES = N / 4 };
    static struct body all[BODIES], copy[BODIES];
    for (int i = 0; i < BODIES; i++) {
        memcpy(all[i].at, x + 4 * i, sizeof all[i].at);
        all[i].mass = (float)(x[4 * i + 3] / 3);
    }
#pragma omp parallel
    {
#pragma omp for schedule(dynamic, 2)
        for (int i = 0; i < BODIES; i++) {
            copy[i] = all[(i * 3) % BODIES];
            memmove(copy[i].at, copy[i].at + 1, 2 * sizeof(double));
        }
#pragma omp for
        for (int i = 0; i < BODIES; i++) {
            double sum = 0;
            for (int j = 0; j < BODIES; j++)
                sum += pull(&all[i], &copy[j]);
            y[i] = sum;
        }
    }
    y[n - 1] = x[0];
}

__attribute__((noinline)) static double walk(const double *p, double *scratch, int n)
{
    double sum = 0;
    for (int k = 0; k < n; k++) {
        scratch[k % 5] = scratch[(k + 1) % 5] * 0.3 + p[k];
        sum += scratch[(k * 2) % 5] * p[k] / 3;
    }
    return sum;
}

/* What is the thread's own, or all threads', only the run knows. */
F(own_or_shared)
{
#pragma omp parallel for schedule(dynamic, 2)
    for (int i = 0; i < n - 20; i++) {
        double own[20] = {0}, scratch[5] = {0}, *heap = calloc(20, sizeof *heap), sum = 0;
        for (int k = 0; k < 20; k++)
            own[k] = x[i + k] - 2 * x[k], heap[k] += own[k] / 3;
        const double *p = i % 3 == 0 ? own : i % 3 == 1 ? x : heap;
        for (int k = 0; k < 20; k++)
            sum += p[k] * x[i];
        y[i] = sum + walk(p, scratch, 20) * scratch[1] + walk(x, own, 9) * own[4];
        memset(own, 0, sizeof own);
        y[i] += own[i % 20] * x[1];
        free(heap);
    }
}

/* More than has a place in the sums of a thread. */
F(large)
{
    enum { LARGE = 20000 };
    static double z[LARGE];
    for (int i = 0; i < LARGE; i++)
        z[i] = x[i % n] / (1 + i % 7);
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int k = 0; k < 100; k++)
            sum += z[(i * 37 + k * 193) % LARGE] * z[(k * 197 + i % 2) % LARGE];
        y[i] = sum;
    }
}

#define DYNAMIC(X)  X(parameters) X(dynamic) X(dynamic_unsigned) X(dynamic_long) X(downwards)
#define OTHERS(X)   X(guided) X(guided_long) X(decided_later) X(automatic) X(cyclic)
#define LOOPS(X)    X(collapsed) X(in_order) X(parts)
#define TOGETHER(X) X(reduced) X(one_of_them) X(steps)
#define MEMORY(X)   X(thread_private) X(own_or_shared)
#define ALL(X)      DYNAMIC(X) OTHERS(X) LOOPS(X) TOGETHER(X) MEMORY(X)
#define FLOATS(X)   X(by_value) X(structs)

extern int enzyme_width;

#define GRADIENTS_OF(name)                                                                         \
    static void name##_gradient(const double *x, double *dx)                                       \
    {                                                                                              \
        static double y[N], dy[N], again[N], other[N];                                             \
        for (int i = 0; i < N; i++)                                                                \
            dx[i] = dx[N + i] = y[i] = 0, dy[i] = again[i] = 1 / (i + 1.3), other[i] = i % 3;      \
        __enzyme_autodiff_v((void *)name, enzyme_dup, x, dx, enzyme_const, N, enzyme_dup, y, dy,   \
                            enzyme_const, N);                                                      \
        __enzyme_autodiff_v((void *)name, enzyme_width, 2, enzyme_dup, x, dx, dx + N,              \
                            enzyme_const, N, enzyme_dup, y, again, other, enzyme_const, N);        \
    }
ALL(GRADIENTS_OF)
GRADIENTS_OF(large)
FLOATS(GRADIENTS_OF)

static void check(const struct oracle_site *site, void gradient(const double *, double *),
                  const double *x, double tolerance)
{
    static double one[2 * N], first[2 * N], again[2 * N];
    omp_set_num_threads(1);
    gradient(x, one);
    for (int threads = 1; threads <= 4; threads++) {
        omp_set_num_threads(threads);
        gradient(x, first);
        oracle_close_array(site, first, one, 2 * N, tolerance);
        for (int k = 0; k < OFTEN; k++) {
            gradient(x, again);
            oracle_that(site, !memcmp(first, again, sizeof first));
        }
    }
}

#define CHECKED(name)         check(ORACLE_SITE(#name), name##_gradient, x, 1e-9);
#define CHECKED_ROUGHLY(name) check(ORACLE_SITE(#name), name##_gradient, x, 1e-5);
#define AGAINST_DIFFERENCES(name)                                                                  \
    omp_set_num_threads(3);                                                                        \
    ORACLE_MAP(name, x, N, y, N);

int main(void)
{
    static double x[N], y[N];
    omp_set_dynamic(0);
    for (int i = 0; i < N; i++)
        x[i] = 1 + 0.3 * sin(i * 1.7 + 0.2);
    ALL(CHECKED)
    CHECKED(large)
    FLOATS(CHECKED_ROUGHLY)
    ALL(AGAINST_DIFFERENCES)
    return oracle_result();
}
