/* Who runs a part of a region; loops in loops whose bounds are not those of a rectangle; reductions
 * of structs and of parts of arrays, sums up to each element, values of the last iteration. */
#include "teams.h"
#include <math.h>

enum { N = 18 };

static double masked(const double *x, int n)
{
    double s = 0, t = 0, y[N];
#pragma omp parallel num_threads(3) proc_bind(close)
    {
#pragma omp masked filter(omp_get_num_threads() - 1)
        t = x[0] * x[1];
#pragma omp barrier
#pragma omp loop bind(parallel)
        for (int i = 0; i < n; i++)
            y[i] = t * x[i];
#pragma omp scope reduction(+ : s)
        s += t * x[omp_get_thread_num()];
    }
#pragma omp parallel for proc_bind(spread) if (n > 100) reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += y[i] * x[i];
#pragma omp parallel masked proc_bind(primary)
    s *= x[2];
#pragma omp parallel master if (parallel : n > 3) num_threads(2)
    s *= x[3];
    return s;
}

static double nests(const double *x, int n)
{
    double s = 0, p = 1;
#pragma omp parallel for collapse(3) reduction(+ : s) schedule(dynamic, 2)
    for (int i = 0; i < 4; i++)
        for (int j = i; j < 6; j++)
            for (int k = 0; k < j; k++)
                s += x[i] * x[j] * x[k + n / 2];
#pragma omp parallel for collapse(3) reduction(+ : p)
    for (int i = 0; i < 4; i++)
        for (int j = i; j < 6; j++)
            for (int k = 0; k < 2; k++)
                p += x[i] * x[j] * x[k];
    return s * p;
}

struct moments {
    double sum, square;
    int count;
};

static void join(struct moments *out, const struct moments *in)
{
    out->sum += in->sum, out->square += in->square, out->count += in->count;
}

#pragma omp declare reduction(join : struct moments : join(&omp_out, &omp_in))                     \
    initializer(omp_priv = (struct moments){0, 0, 0})
#pragma omp declare reduction(mul:double : omp_out *= omp_in) initializer(omp_priv = 1)

static double declared(const double *x, int n)
{
    struct moments m = {0, 0, 0};
    double p = 1;
#pragma omp parallel for reduction(join : m) reduction(mul : p)
    for (int i = 0; i < n; i++) {
        m.sum += x[i], m.square += x[i] * x[i], m.count++;
        p *= 1 + 0.1 * x[i];
    }
    return m.square / m.count - m.sum * m.sum / (m.count * m.count) + p;
}

static double sliced(const double *x, int n)
{
    double a[8] = {0}, b[3][3] = {{0}}, s = 0;
    double *p = a;
#pragma omp parallel for reduction(+ : p[2 : 4], b[1 : 2][ : ])
    for (int i = 0; i < n; i++) {
        p[2 + i % 4] += x[i] * x[i];
        b[1 + i % 2][i % 3] += x[i] * x[(i + 1) % n];
    }
    for (int i = 0; i < 8; i++)
        s += a[i] * a[i];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            s += b[i][j] * x[i + j];
    return s;
}

static double scans(const double *x, int n)
{
    double sum = 0, product = 1, a[N], b[N], s = 0;
#pragma omp parallel for reduction(inscan, * : product)
    for (int i = 0; i < n; i++) {
        a[i] = product;
#pragma omp scan exclusive(product)
        product *= 1 + 0.1 * x[i];
    }
#pragma omp parallel for reduction(inscan, + : sum)
    for (int i = 0; i < n; i++) {
        sum += x[i] * a[i];
#pragma omp scan inclusive(sum)
        b[i] = sum;
    }
    for (int i = 0; i < n; i++)
        s += b[i] * a[n - 1 - i];
    return s * product;
}

static double conditional(const double *x, int n)
{
    double v = 0, w = 0;
#pragma omp parallel for lastprivate(conditional : v, w)
    for (int i = 0; i < n; i++) {
        if (x[i] > 0)
            v = x[i] * x[i];
        if (i % 7 == 3)
            w = x[i] * v;
    }
#pragma omp parallel for lastprivate(conditional : w) schedule(static, 2)
    for (int i = 0; i < n; i++)
        if (x[i] < 0)
            w = x[i] * x[0];
    return v * w;
}

static double linear_simd(const double *x, int n)
{
    double s = 0;
    int at = 0;
    const double *p = x;
#pragma omp simd linear(at : 2) linear(p : 1) reduction(+ : s) safelen(4)
    for (int i = 0; i < n / 2; i++) {
        s += x[at] * *p;
        at += 2, p++;
    }
#pragma omp parallel for simd linear(at : -2) reduction(+ : s) simdlen(2)
    for (int i = 0; i < n / 2; i++) {
        s += x[at - 2] * x[i];
        at -= 2;
    }
    return s * x[at];
}

int main(void)
{
    double x[N];
    oracle_random(x, N, 7);
    FOR_TEAMS(ORACLE_GRADIENT(masked, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(nests, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(declared, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(sliced, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(scans, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(conditional, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(linear_simd, x, N));
    return oracle_result();
}
