/* What else directives may say: loops with several counters, unrolled and tiled ones, sums up to
 * each element, sections, variables that are the loop's, the thread's or the last iteration's. */
#include "teams.h"
#include <math.h>

enum { N = 18, ROWS = 3, COLUMNS = 6 };

static double triangle(const double *x, int n)
{
    double s = 0;
#pragma omp parallel for collapse(2) reduction(+ : s) schedule(static, 4)
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            s += x[i] * x[j] * (i - j + 1);
    return s;
}

static double collapsed(const double *x, int n)
{
    double y[ROWS][COLUMNS], s = 0;
#pragma omp parallel for collapse(3) reduction(+ : s)
    for (int i = 0; i < ROWS; i++)
        for (int j = COLUMNS - 1; j >= 0; j -= 2)
            for (long k = 0; k < 2; k++)
                s += x[i * COLUMNS + j] * x[(i + k) % n] * (double)(k + 1);
#pragma omp parallel for collapse(2)
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            y[i][j] = x[i * COLUMNS + j] * x[j * ROWS + i];
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            s += y[i][j] * y[i][j];
    return s;
}

static double tiled(const double *x, int n)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s)
#pragma omp tile sizes(4)
    for (int i = 0; i < n; i++)
        s += x[i] * x[i] * x[(i + 1) % n];
#pragma omp parallel for reduction(+ : s)
#pragma omp unroll partial(3)
    for (int i = 0; i < n; i++)
        s += sin(x[i]);
    return s;
}

/* Sums of what is in front of each element. */
static double scanned(const double *x, int n)
{
    double sum = 0, before[N], s = 0;
#pragma omp parallel for reduction(inscan, + : sum)
    for (int i = 0; i < n; i++) {
        sum += x[i] * x[i];
#pragma omp scan inclusive(sum)
        before[i] = sum;
    }
    for (int i = 0; i < n; i++)
        s += before[i] * x[i];
    return s + sum;
}

static double scanned_simd(const double *x, int n)
{
    double sum = 1, before[N], s = 0;
#pragma omp simd reduction(inscan, * : sum)
    for (int i = 0; i < n; i++) {
        before[i] = sum;
#pragma omp scan exclusive(sum)
        sum *= 1 + 0.1 * x[i];
    }
    for (int i = 0; i < n; i++)
        s += before[i] * x[i];
    return s;
}

static double last(const double *x, int n)
{
    double product = 1, late = 0;
    int at = 0;
#pragma omp parallel for lastprivate(late, at) firstprivate(product)
    for (int i = 0; i < n; i++) {
        late = x[i] * x[i] * product;
        at = i;
    }
    double condition = 0;
#pragma omp parallel for lastprivate(conditional : condition)
    for (int i = 0; i < n; i++)
        if (i % 5 == 2)
            condition = x[i] * late;
    return late * x[at / 2] + condition;
}

static double linear(const double *x, int n)
{
    double s = 0;
    int at = 1;
    const double *p = x;
#pragma omp parallel for linear(at : 2) linear(p : 1) reduction(+ : s)
    for (int i = 0; i < n / 2; i++) {
        s += x[at] * *p;
        at += 2;
        p++;
    }
    return s * x[at % n];
}

static double sections(const double *x, int n)
{
    double a = 0, b = 0, c = 1, late = 0;
#pragma omp parallel sections reduction(+ : a) lastprivate(late)
    {
        for (int i = 0; i < n; i++)
            a += x[i] * x[i];
#pragma omp section
        for (int i = 0; i < n; i++)
            b += sin(x[i]);
#pragma omp section
        {
            for (int i = 0; i < n; i++)
                c *= 1 + 0.2 * x[i], a += x[i];
            late = c * c;
        }
    }
    return a * b + c * late;
}

struct best {
    double value;
    int at;
};

static void better(struct best *out, const struct best *in)
{
    if (in->value > out->value || (in->value == out->value && in->at < out->at))
        *out = *in;
}

#pragma omp declare reduction(best : struct best : better(&omp_out, &omp_in))                      \
    initializer(omp_priv = {-1e30, -1})

static double where(const double *x, int n)
{
    struct best found = {-1e30, -1};
#pragma omp parallel for reduction(best : found)
    for (int i = 0; i < n; i++) {
        struct best own = {x[i] * x[i] - 0.5 * x[(i + 3) % n], i};
        better(&found, &own);
    }
    return found.value * x[found.at];
}

/* Directives in a function that regions call. */
static void scale(const double *x, double *y, int n, double by)
{
#pragma omp for
    for (int i = 0; i < n; i++)
        y[i] = by * x[i] * x[i];
#pragma omp single
    y[0] *= by;
}

static double orphaned(const double *x, int n)
{
    double y[N], s = 0;
#pragma omp parallel
    {
        scale(x, y, n, 2 + x[1]);
        scale(y, y, n, x[2]);
#pragma omp for reduction(+ : s)
        for (int i = 0; i < n; i++)
            s += y[i];
    }
    return s;
}

static double nested(const double *x, int n)
{
    double s = 0;
#pragma omp parallel num_threads(2) reduction(+ : s)
#pragma omp for
    for (int r = 0; r < ROWS; r++) {
        double row = 0;
#pragma omp parallel for num_threads(2) reduction(+ : row) if (r != 1)
        for (int j = 0; j < COLUMNS; j++)
            row += x[r * COLUMNS + j] * x[j];
        s += row * row;
    }
    return s;
}

static double in_order(const double *x, int n)
{
    double state = 0.5, y[N];
#pragma omp parallel for ordered schedule(static, 2)
    for (int i = 0; i < n; i++) {
        double own = x[i] * x[i];
#pragma omp ordered
        {
            state = state * 0.7 + own * state + 0.1 * x[i];
            y[i] = state;
        }
    }
    double s = 0;
    for (int i = 0; i < n; i++)
        s += y[i] * x[n - 1 - i];
    return s;
}

static double products(const double *x, int n)
{
    double p[2] = {1, 2}, least = 1e9;
#pragma omp parallel for reduction(* : p) reduction(min : least)
    for (int i = 0; i < n; i++) {
        p[i % 2] *= 1 + 0.3 * x[i];
        least = fmin(least, x[i] * x[(i + 5) % n]);
    }
    return p[0] * p[1] + least;
}

static double generic_loop(const double *x, int n)
{
    double s = 0, y[N];
#pragma omp parallel
    {
#pragma omp loop
        for (int i = 0; i < n; i++)
            y[i] = x[i] * x[n - 1 - i];
    }
#pragma omp parallel loop reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += y[i] * x[i];
    return s;
}

static double by_pointer(const double *x, int n)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s) schedule(static, 3)
    for (const double *p = x; p < x + n; p++)
        s += *p * *p * (double)(p - x);
#pragma omp parallel for reduction(- : s)
    for (unsigned char i = 0; i < n; i++)
        s -= x[i];
    return s;
}

int main(void)
{
    double x[N];
    oracle_random(x, N, 13);
    FOR_TEAMS(ORACLE_GRADIENT(triangle, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(collapsed, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(tiled, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(scanned, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(scanned_simd, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(last, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(linear, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(sections, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(where, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(orphaned, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(nested, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(in_order, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(products, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(generic_loop, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(by_pointer, x, N));
    return oracle_result();
}
