/* Who has which variable, and who comes first: schedules, sums of arrays, atomic operations,
 * locks, arrays that change places, parts of threads, values that one thread hands to all. */
#include "teams.h"
#include <math.h>
#include <string.h>

enum { N = 18 };

static double schedules(const double *x, int n)
{
    double s = 0;
#pragma omp parallel reduction(+ : s)
    {
#pragma omp for schedule(runtime)
        for (unsigned i = 0; i < (unsigned)n; i++)
            s += x[i] * x[i];
#pragma omp for schedule(auto)
        for (long i = n - 1; i >= 0; i -= 3)
            s += x[i] * x[n - 1 - i];
#pragma omp for schedule(monotonic : guided, 2)
        for (unsigned long i = 0; i < (unsigned long)n; i += 2)
            s += sin(x[i]);
    }
    return s;
}

static double first_last(const double *x, int n)
{
    double t = x[0] * x[1], s = 0;
#pragma omp parallel for firstprivate(t) lastprivate(t) reduction(+ : s) schedule(static)
    for (int i = 0; i < n; i++) {
        double u = i % 3 ? x[i] * x[i] : x[i];
        t = u;
        s += t;
    }
    return s * t;
}

static double arrays(const double *x, int n)
{
    double p = 1;
    double r[2][3] = {{0}};
#pragma omp parallel for reduction(* : p)
    for (int i = 0; i < n; i++)
        p *= 1 + 0.1 * x[i];
#pragma omp parallel for reduction(+ : r)
    for (int i = 0; i < n; i++)
        r[i % 2][i % 3] += x[i] * x[i] * i;
    double s = p;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            s += r[i][j] * r[i][j];
    return s;
}

static double atomic_forms(const double *x, int n)
{
    double a = 0, b = 0, c = 3, s = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double old;
#pragma omp atomic
        a += x[i] * x[i];
#pragma omp atomic update
        b = b - x[i];
#pragma omp atomic capture
        {
            old = c;
            c += 0;
        }
#pragma omp critical(some)
        s += old * x[i];
    }
    return a * b + s * c;
}

static double locks(const double *x, int n)
{
    double bin[4] = {1, 1, 1, 1};
    omp_lock_t lock[4];
    for (int k = 0; k < 4; k++)
        omp_init_lock(&lock[k]);
#pragma omp parallel for schedule(static, 1)
    for (int i = 0; i < n; i++) {
        int k = i * 7 % 4;
        omp_set_lock(&lock[k]);
        bin[k] *= 1 + 0.2 * x[i];
        omp_unset_lock(&lock[k]);
    }
    for (int k = 0; k < 4; k++)
        omp_destroy_lock(&lock[k]);
    return bin[0] * bin[1] + bin[2] * bin[3];
}

static double swaps(const double *x, int n)
{
    double a[N], b[N], *from = a, *to = b, s = 0;
    memcpy(a, x, n * sizeof *x);
#pragma omp parallel firstprivate(from, to)
    {
        for (int k = 0; k < 5; k++) {
#pragma omp for
            for (int i = 0; i < n; i++)
                to[i] = 0.5 * from[i] * from[(i + 1) % n] + from[(i + n - 1) % n];
            double *t = from;
            from = to;
            to = t;
        }
#pragma omp for reduction(+ : s)
        for (int i = 0; i < n; i++)
            s += from[i] * x[i];
    }
    return s;
}

static double by_thread(const double *x, int n)
{
    double part[16][2];
    int threads = 0;
    double s = 0;
#pragma omp parallel
    {
        int t = omp_get_thread_num(), m = omp_get_num_threads();
        int lo = n * t / m, hi = n * (t + 1) / m;
        part[t][0] = 0;
        for (int i = lo; i < hi; i++)
            part[t][0] += x[i] * x[i] * x[i];
#pragma omp barrier
        part[t][1] = 0;
        for (int k = 0; k < t; k++)
            part[t][1] += part[k][0];
        double run = part[t][1];
        for (int i = lo; i < hi; i++) {
            run += x[i] * x[i] * x[i];
#pragma omp atomic
            s += run * (i + 1);
        }
#pragma omp single
        threads = m;
    }
    return s * threads;
}

static double copied(const double *x, int n)
{
    double s = 0;
#pragma omp parallel reduction(+ : s)
    {
        double p;
        int k;
        double w[2];
#pragma omp single copyprivate(p, k, w)
        {
            p = x[0] * x[1];
            k = 3;
            w[0] = x[2];
            w[1] = p * p;
        }
#pragma omp for
        for (int i = 0; i < n; i++)
            s += p * x[i] * k + w[i % 2] * x[i];
    }
    return s;
}

static double *dependent(double *y, const double *x, int n)
{
    for (int k = 0; k < 3; k++)
        for (int b = 0; b < n; b += 6) {
#pragma omp task depend(inout : y[b]) firstprivate(b, k)
            for (int i = b; i < b + 6; i++)
                y[i] = y[i] * x[(i + k) % n] + 0.5 * k;
        }
    return y;
}

static double blocks(const double *x, int n)
{
    double y[N], s = 0;
    memcpy(y, x, n * sizeof *x);
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup
    dependent(y, x, n);
    for (int i = 0; i < n; i++)
        s += y[i] * y[i];
    return s;
}

static double sub_simd(const double *x, int n)
{
    double y[N], s = 0;
#pragma omp parallel for simd aligned(x : 8) simdlen(4) safelen(8) lastprivate(s)
    for (int i = 0; i < n; i++) {
        y[i] = sqrt(1 + x[i] * x[i]);
        s = y[i];
    }
#pragma omp simd reduction(max : s)
    for (int i = 0; i < n; i++)
        s = fmax(s, y[i] * x[i]);
    return s * y[3];
}

int main(void)
{
    double x[N];
    oracle_random(x, N, 23);
    FOR_TEAMS(ORACLE_GRADIENT(schedules, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(first_last, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(arrays, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(atomic_forms, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(locks, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(swaps, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(by_thread, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(copied, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(blocks, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(sub_simd, x, N));
    return oracle_result();
}
