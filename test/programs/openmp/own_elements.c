/* Elements that one iteration of a shared loop reads, or those near it. */
#include "own.h"

/* ---- one iteration each, and neighbours ---- */

PARALLEL_FOR(own, "omp parallel for", int, 0, n, { y[i] = x[i] * x[i]; })
PARALLEL_FOR(own_long, "omp parallel for", long, 0, n, { y[i] = x[i] * x[i]; })
PARALLEL_FOR(own_unsigned, "omp parallel for", unsigned, 0, n, { y[i] = x[i] * x[i]; })
PARALLEL_FOR(own_size, "omp parallel for", size_t, 0, n, { y[i] = x[i] * x[i]; })
PARALLEL_FOR(pairs, "omp parallel for", int, 0, n / 2, { y[i] = x[2 * i] * x[2 * i + 1]; })
PARALLEL_FOR(halves, "omp parallel for", int, 0, n, { y[i] = x[i / 2] * x[i / 3]; })
PARALLEL_FOR(backwards, "omp parallel for", int, 0, n, { y[i] = x[n - 1 - i] * x[i]; })
PARALLEL_FOR(one_for_all, "omp parallel for", int, 0, n, { y[i] = x[i] * x[0]; })
PARALLEL_FOR(next, "omp parallel for", int, 0, n - 1, { y[i] = x[i] * x[i + 1]; })
PARALLEL_FOR(three, "omp parallel for", int, 1, n - 1, { y[i] = x[i - 1] * x[i] + x[i + 1]; })
PARALLEL_FOR(three_long, "omp parallel for", long, 1, n - 1, { y[i] = x[i - 1] * x[i] + x[i + 1]; })
PARALLEL_FOR(three_size, "omp parallel for", size_t, 1, n - 1,
             { y[i] = x[i - 1] * x[i] + x[i + 1]; })
PARALLEL_FOR(far, "omp parallel for", int, 0, n - 7, { y[i] = x[i] * x[i + 7] + x[i + 3]; })
PARALLEL_FOR(farther, "omp parallel for", int, 0, n - 40, { y[i] = x[i] * x[i + 40]; })
PARALLEL_FOR(chunks, "omp parallel for schedule(static, 3)", int, 1, n - 1,
             { y[i] = x[i - 1] * x[i] + x[i + 1]; })
PARALLEL_FOR(dynamic, "omp parallel for schedule(monotonic : dynamic, 2)", int, 1, n - 1,
             { y[i] = x[i - 1] * x[i] + x[i + 1]; })
PARALLEL_FOR(guided, "omp parallel for schedule(monotonic : guided)", int, 1, n - 1,
             { y[i] = x[i - 1] * x[i] + x[i + 1]; })

F(down)
{
    (void)m;
#pragma omp parallel for
    for (int i = n - 2; i > 0; i -= 2)
        y[i] = x[i - 1] * x[i] + x[i + 1];
}

#define PART_0(X) X(down) X(own) X(own_long) X(own_unsigned) X(own_size)
#define PART_1(X) X(pairs) X(halves) X(backwards) X(one_for_all) X(next)
#define PART_2(X) X(three) X(three_long) X(three_size) X(far) X(farther)
#define PART_3(X) X(chunks) X(dynamic) X(guided)
#define ALL(X)    PART_0(X) PART_1(X) PART_2(X) PART_3(X)
TEST_ALL
