/* Chunks of loops with dynamic and guided schedules: no iteration is in two of them, but only of
 * one loop, and only if the team does not come to that once more. */
#include "own.h"

#define DYNAMIC "omp parallel for schedule(monotonic : dynamic, 3)"
#define GUIDED  "omp parallel for schedule(monotonic : guided)"

PARALLEL_FOR(own, DYNAMIC, int, 0, n, { y[i] = x[i] * x[i]; })
PARALLEL_FOR(own_long, DYNAMIC, long, 0, n, { y[i] = x[i] * x[i]; })
PARALLEL_FOR(own_unsigned, DYNAMIC, unsigned, 0, n, { y[i] = x[i] * x[i]; })
PARALLEL_FOR(own_size, DYNAMIC, size_t, 0, n, { y[i] = x[i] * x[i]; })
PARALLEL_FOR(three_long, DYNAMIC, long, 1, n - 1, { y[i] = x[i - 1] * x[i] + x[i + 1]; })
PARALLEL_FOR(three_size, GUIDED, size_t, 1, n - 1, { y[i] = x[i - 1] * x[i] + x[i + 1]; })
PARALLEL_FOR(far, DYNAMIC, int, 0, n - 7, { y[i] = x[i] * x[i + 7] + x[i + 3]; })
PARALLEL_FOR(backwards, GUIDED, int, 0, n, { y[i] = x[n - 1 - i] * x[i]; })
PARALLEL_FOR(one_for_all, DYNAMIC, int, 0, n, { y[i] = x[i] * x[0]; })

/* Threads that are in the second loop read what others read in the first. */
F(two_loops)
{
    (void)m;
#pragma omp parallel
    {
#pragma omp for schedule(monotonic : dynamic, 2) nowait
        for (int i = 0; i < n / 2; i++)
            y[i] = x[i] * x[i];
#pragma omp for schedule(monotonic : dynamic, 3)
        for (int i = 0; i < n / 2; i++)
            y[n / 2 + i] = x[i] * 2 + x[n / 2 - i];
    }
}

/* The team comes to the loop several times, and does not wait in between. */
F(again)
{
    (void)m;
#pragma omp parallel
    for (int t = 0; t < 3; t++) {
#pragma omp for schedule(monotonic : dynamic, 2) nowait
        for (int i = 0; i < n / 3; i++)
            y[t * (n / 3) + i] = x[i] * x[i];
    }
}

F(again_waiting)
{
    (void)m;
#pragma omp parallel
    for (int t = 0; t < 3; t++) {
#pragma omp for schedule(monotonic : dynamic, 2)
        for (int i = 0; i < n / 3; i++)
            y[t * (n / 3) + i] = x[i] * x[i];
    }
}

/* Rows, of which neighbours are in other chunks. */
F(rows)
{
    enum { ROW = 5 };
    (void)m;
#pragma omp parallel for schedule(monotonic : dynamic, 2)
    for (int r = 1; r < n / ROW - 1; r++)
        for (int i = 0; i < ROW; i++)
            y[r * ROW + i] = x[(r - 1) * ROW + i] * x[r * ROW + i] + x[(r + 1) * ROW + i];
}

F(collapsed)
{
    enum { ROW = 5 };
    (void)m;
#pragma omp parallel for schedule(monotonic : dynamic, 3) collapse(2)
    for (int r = 0; r < n / ROW; r++)
        for (int i = 0; i < ROW; i++)
            y[r * ROW + i] = x[r * ROW + i] * x[i];
}

/* In place: there are versions of the loop, one of which is for arrays that overlap and adds to
 * sums of the thread; chunks may have either. */
F(in_place)
{
    (void)m;
#pragma omp parallel for schedule(monotonic : dynamic, 4)
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[i] + 2 * y[i];
#pragma omp parallel for schedule(monotonic : dynamic, 4)
    for (int i = 1; i < n - 1; i++)
        y[i] = y[i] * x[i] + x[i - 1] * x[i + 1];
}

F(some_overlap)
{
    (void)m;
#pragma omp parallel for schedule(monotonic : dynamic, 1)
    for (int b = 0; b < n / 8; b++) {
        double *to = y + 8 * b;
        const double *from = b % 3 ? x + 8 * b : to;
        for (int i = 1; i < 7; i++)
            to[i] = from[i] * x[8 * b] + 2 * from[i - 1];
    }
}

#define PART_0(X) X(own) X(own_long) X(own_unsigned) X(own_size) X(three_long)
#define PART_1(X) X(three_size) X(far) X(backwards) X(one_for_all) X(two_loops)
#define PART_2(X) X(again) X(again_waiting) X(rows) X(collapsed)
#define PART_3(X) X(in_place) X(some_overlap)
#define ALL(X)    PART_0(X) PART_1(X) PART_2(X) PART_3(X)
TEST_ALL
