/* What a thread adds to memory that others add to as well it keeps in sums first, in loops: sums
 * are part of what is taken out of memory in between, and are added where others may look. */
#define FLOATS(X) X(floats) X(two_formats)
#include "own.h"

/* ---- all threads read the same ---- */

PARALLEL_FOR(parameters, "omp parallel for", int, 0, n, {
    double z = 0;
    for (int j = 0; j < 7; j++)
        z += x[j] * x[(i + j) % n];
    y[i] = z;
})
PARALLEL_FOR(one_by_one, "omp parallel for schedule(dynamic, 1)", int, 2, n - 2,
             { y[i] = x[i - 2] * x[i + 2] + 3 * x[i] - x[0]; })
PARALLEL_FOR(guided, "omp parallel for schedule(guided)", int, 0, n,
             { y[i] = x[n - 1 - i] * x[i] + x[i / 2]; })
PARALLEL_FOR(anywhere, "omp parallel for", int, 0, n, {
    int k = (int)((unsigned)i * 97u % (unsigned)n);
    y[i] = x[k] * x[(k + i) % n];
})

F(floats)
{
    static float z[N];
    float w[N];
    (void)m;
    for (int i = 0; i < n; i++)
        z[i] = (float)x[i], w[i] = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        w[i] = z[i % 3] * z[i] + z[(i * 5) % n];
    for (int i = 0; i < n; i++)
        y[i] = w[i];
}

/* Both formats are in each line. */
F(two_formats)
{
    static struct pair {
        float f, g;
        double d;
    } z[N];
    (void)m;
    for (int i = 0; i < n; i++)
        z[i] = (struct pair){(float)x[i], (float)(2 * x[i]), 3 * x[i]};
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        y[i] = z[(i * 3) % n].f * z[i % 7].d + z[i % 7].g;
}

typedef double two __attribute__((vector_size(16)));

F(vectors)
{
    static two z[N];
    (void)m;
    for (int i = 0; i < n; i++)
        z[i] = (two){x[i], 2 * x[i]};
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        two sum = z[i] * z[i % 5] + z[(i * 7) % n];
        y[i] = sum[0] - sum[1];
    }
}

/* Lines that would be in the same place. */
F(far_apart)
{
    enum { FAR = 1 << 13, ROWS = 4 };
    static double z[ROWS][FAR];
    (void)m;
    for (int k = 0; k < ROWS; k++)
        for (int i = 0; i < 97 && i < n; i++)
            z[k][i] = (k + 1) * x[i];
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int k = 0; k < ROWS; k++)
            sum += z[k][i % 11] * z[ROWS - 1 - k][i % 97];
        y[i] = sum;
    }
}

/* ---- what is taken out of memory may be in sums ---- */

F(in_place)
{
    (void)m;
    memcpy(y, x, sizeof(double) * (size_t)n);
#pragma omp parallel for schedule(dynamic, 3)
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 2; k++)
            y[i] = y[i] * 2 - x[(i + k) % n];
}

F(rows_in_place)
{
    (void)m;
    memcpy(y, x, sizeof(double) * (size_t)n);
#pragma omp parallel for schedule(dynamic, 1)
    for (int r = 0; r < n / 8; r++)
        for (int i = 1; i < 8; i++)
            y[r * 8 + i] += y[r * 8 + i - 1] * (1 + r % 2);
}

F(vectors_in_place)
{
    static two z[N];
    (void)m;
    for (int i = 0; i < n; i++)
        z[i] = (two){x[i], 2 * x[i]};
#pragma omp parallel for schedule(dynamic, 2)
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 2; k++)
            z[i] = z[i] * (double)(1 + i % 2) + z[i];
    for (int i = 0; i < n; i++)
        y[i] = z[i][0] + z[i][1];
}

/* One after the other, by one thread: who has added what another one takes? */
F(chain)
{
    static double z[N];
    (void)m;
    z[0] = x[0];
#pragma omp parallel for ordered schedule(static, 1)
    for (int i = 1; i < n; i++) {
        double a = 0;
        for (int k = 0; k < 3; k++)
            a += x[(i + k) % n];
#pragma omp ordered
        z[i] = a - z[i - 1];
    }
    memcpy(y, z, sizeof(double) * (size_t)n);
}

/* ---- functions, scratch, and what threads wait for ---- */

__attribute__((noinline)) static double dot(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

PARALLEL_FOR(in_a_function, "omp parallel for", int, 0, n - 9,
             { y[i] = dot(x, x + i, 9) + dot(x + 1, x + 2, 3); })

F(scratch)
{
    (void)m;
#pragma omp parallel for schedule(dynamic, 4)
    for (int i = 0; i < n - 6; i++) {
        double own[6], *heap = malloc(sizeof own);
        for (int k = 0; k < 6; k++)
            own[k] = x[i + k] + x[k], heap[k] = 2 * x[k];
        y[i] = dot(own, heap, 6) + dot(heap, x, 6) + dot(own, own, 2);
        free(heap);
    }
}

/* What is the thread's own, or all threads', only the run knows. */
F(own_or_shared)
{
    (void)m;
#pragma omp parallel for schedule(dynamic, 2)
    for (int i = 0; i < n - 20; i++) {
        double own[20], sum = 0;
        for (int k = 0; k < 20; k++)
            own[k] = x[i + k] - 2 * x[k];
        const double *p = (i & 1) ? own : x;
        for (int k = 0; k < 20; k++)
            sum += p[k] * x[i];
        y[i] = sum;
    }
}

F(reduced)
{
    double sum = 0, z[N];
    (void)m;
#pragma omp parallel
    {
#pragma omp for
        for (int i = 0; i < n; i++)
            z[i] = x[i] + x[i % 10];
#pragma omp for reduction(+ : sum) nowait
        for (int i = 0; i < n; i++)
            sum += z[i] * z[(i * 3) % n];
#if defined IN_ORDER
#pragma omp masked
#else
#pragma omp critical
#endif
        for (int i = 0; i < 3; i++)
            y[i] += z[i % 2] * (omp_get_thread_num() == 0);
    }
    y[4] = sum;
}

F(cleared)
{
    static double z[N];
    (void)m;
#pragma omp parallel for schedule(dynamic, 1)
    for (int b = 0; b < n / 8; b++) {
        double *own = z + 8 * b;
        for (int k = 0; k < 8; k++)
            own[k] = x[8 * b + k] + x[k];
        for (int k = 0; k < 8; k++)
            y[8 * b + k] = own[k] * own[7 - k];
        memset(own, 0, 8 * sizeof *own);
        for (int k = 0; k < 8; k++)
            y[8 * b + k] += own[k] * x[k];
    }
}

#define PART_0(X) X(parameters) X(one_by_one) X(guided) X(anywhere)
#define PART_1(X) X(vectors) X(far_apart) X(in_place) X(rows_in_place) X(vectors_in_place)
#define PART_2(X) X(chain) X(in_a_function) X(scratch) X(own_or_shared) X(reduced) X(cleared)
#define ALL(X)    PART_0(X) PART_1(X) PART_2(X)
TEST_ALL
