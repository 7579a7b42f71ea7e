/* The modifier `simd` of a static schedule: each thread gets one chunk, and the derivative gives it
 * the one that it has without. With clang and libomp 22 a thread does the iterations that follow
 * its chunk as well, again and again; derivatives do each once, so the iterations here may be
 * done several times, also at once. */
#include "teams.h"
#include <math.h>
#include <string.h>

enum { N = 23 };

static int owner[N];

static void of_powers(const double *x, int n, double *y, int m)
{
#pragma omp parallel for simd schedule(simd : static, 4)
    for (int i = 0; i < m; i++)
        y[i] = x[i % n] * sin(x[i % n]);
}

static void of_others(const double *x, int n, double *y, int m)
{
#pragma omp parallel for schedule(simd : static, 3)
    for (unsigned long i = 0; i < (unsigned long)m; i++)
        y[i] = x[i % (unsigned long)n] * x[i % (unsigned long)n];
}

static void downwards(const double *x, int n, double *y, int m)
{
#pragma omp parallel for schedule(simd : static, 2)
    for (long i = m - 1; i >= 0; i -= 2) {
        y[i] = exp(x[i % n]);
        if (i > 0)
            y[i - 1] = x[(i - 1) % n];
    }
}

/* Which thread does an iteration for the first time. */
static void noted(const double *x, int n, double *y, int m)
{
    memset(owner, -1, sizeof owner);
#pragma omp parallel for schedule(simd : static, 4)
    for (int i = 0; i < m; i++) {
        int none = -1, self = omp_get_thread_num();
        __atomic_compare_exchange_n(&owner[i], &none, self, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
        y[i] = x[i % n] * x[(i + 1) % n];
    }
}

static void in_chunks(const double *x, int n, double *y, int m)
{
    int threads = omp_get_max_threads(), size = ((m + threads - 1) / threads + 3) / 4 * 4;
    noted(x, n, y, m);
    for (int i = 0; i < m; i++)
        y[i] *= owner[i] == i / size ? x[i % n] : 0;
}

static void check_chunks(const double *x)
{
    double y[N], dx[N] = {0}, dy[N], want[N] = {0};
    for (int i = 0; i < N; i++) {
        dy[i] = 1 + i;
        want[i] += dy[i] * 2 * x[i] * x[(i + 1) % N];
        want[(i + 1) % N] += dy[i] * x[i] * x[i];
    }
    __enzyme_autodiff((void *)in_chunks, enzyme_dup, x, dx, enzyme_const, N, enzyme_dup, y, dy,
                      enzyme_const, N);
    CHECK_ARRAY(dx, want, N);
}

int main(void)
{
    double x[N], y[N];
    oracle_random(x, N, 1);
    oracle_random(y, N, 2);
    FOR_TEAMS(ORACLE_MAP(of_powers, x, N, y, N));
    FOR_TEAMS(ORACLE_MAP(of_others, x, N, y, N));
    FOR_TEAMS(ORACLE_MAP(downwards, x, N, y, N));
    FOR_TEAMS(check_chunks(x));
    return oracle_result();
}
