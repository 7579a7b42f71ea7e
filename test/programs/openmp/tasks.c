/* Tasks: what they get by value and by reference, waiting for children, for groups, at barriers, by
 * dependences; tasks that make tasks; if, final, untied and priority. */
#include "teams.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 12, LEAF = 3, BLOCK = 4 };

/* The tasks end at the barrier of the single. */
static double at_barrier(const double *x, int n)
{
    double y[N], s = 0;
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < n; i++) {
#pragma omp task firstprivate(i)
        y[i] = x[i] * x[i] * x[(i + 1) % n];
    }
    for (int i = 0; i < n; i++)
        s += y[i] * (i + 1);
    return s;
}

/* Behind the last barrier that the program has. */
static double at_end(const double *x, int n)
{
    double y[N], s = 0;
#pragma omp parallel
#pragma omp for nowait
    for (int i = 0; i < n; i++) {
#pragma omp task firstprivate(i)
        y[i] = sin(x[i]) * x[n - 1 - i];
    }
    for (int i = 0; i < n; i++)
        s += y[i] * y[(i + 1) % n];
    return s;
}

static double by_value(const double *x, int n)
{
    double y[N], s = 0;
#pragma omp parallel
#pragma omp master
    {
        double product = 1;
        for (int i = 0; i < n; i++) {
            product *= x[i];
#pragma omp task firstprivate(product, i) shared(y)
            {
                product *= product;
                y[i] = product + i * x[i];
            }
        }
#pragma omp taskwait
        for (int i = 0; i < n; i++)
            s += y[i];
    }
    return s;
}

static double tree(const double *x, int n)
{
    if (n <= LEAF) {
        double p = 1;
        for (int i = 0; i < n; i++)
            p *= x[i];
        return p;
    }
    double left, right;
#pragma omp task shared(left)
    left = tree(x, n / 2);
#pragma omp task shared(right)
    right = tree(x + n / 2, n - n / 2);
#pragma omp taskwait
    return sin(left) * right + left;
}

static double recursive(const double *x, int n)
{
    double s;
#pragma omp parallel
#pragma omp single
    s = tree(x, n);
    return s;
}

/* Without a region: tasks are done where they are made. */
static double alone(const double *x, int n)
{
    double s = tree(x, n);
    return s * s;
}

static double cut_off(const double *x, int n)
{
    double left = 0, right = 0;
    if (n == 1)
        return x[0] * x[0];
#pragma omp task shared(left) if (n > BLOCK)
    left = cut_off(x, n / 2);
#pragma omp task shared(right) final(n <= BLOCK) mergeable
    right = cut_off(x + n / 2, n - n / 2);
#pragma omp taskwait
    return left * right + left;
}

static double conditions(const double *x, int n)
{
    double s = 0;
#pragma omp parallel num_threads(3) if (n > 2)
#pragma omp single
    s = cut_off(x, n);
    return s;
}

/* A wave front: each cell waits for those above and to its left. */
static double wave(const double *x, int n)
{
    enum { W = 4 };
    double a[W][W];
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < W; i++)
        for (int j = 0; j < W; j++) {
            if (i && j) {
#pragma omp task depend(in : a[i - 1][j], a[i][j - 1]) depend(out : a[i][j])
                a[i][j] = sin(a[i - 1][j]) * a[i][j - 1] + x[(i * W + j) % n];
            } else {
#pragma omp task depend(out : a[i][j]) priority(j)
                a[i][j] = x[i + j] * x[i + j];
            }
        }
    return a[W - 1][W - 1];
}

/* The same memory again and again. */
static double chain(const double *x, int n)
{
    double a = 1, b = 0, early = 0;
#pragma omp parallel
#pragma omp single
    {
        for (int i = 0; i < n; i++) {
#pragma omp task depend(inout : a)
            a *= x[i];
#pragma omp task depend(in : a) depend(inout : b)
            b += a * a;
        }
#pragma omp taskwait depend(in : b)
        early = b;
#pragma omp task depend(inout : a) if (n < 0)
        a = a * early;
    }
    return a + b * early;
}

static double groups(const double *x, int n)
{
    double y[N] = {0}, s = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup
        for (int i = 0; i + 1 < n; i += 2) {
#pragma omp task firstprivate(i)
            {
                y[i] = x[i] * x[i];
#pragma omp task
                y[i + 1] = x[i + 1] * x[i];
            }
        }
        for (int i = 0; i < n; i++)
            y[i] *= y[i];
#pragma omp taskgroup
        {
#pragma omp task
            s = y[0] * y[1];
#pragma omp taskyield
        }
        s += y[n - 1] * s;
    }
    return s;
}

/* Each thread makes tasks, and all do those of others. */
static double by_all(const double *x, int n)
{
    double p = 1, s = 0;
#pragma omp parallel
    {
        double own = 1;
#pragma omp for schedule(monotonic : dynamic) nowait
        for (int i = 0; i < n; i++) {
            double y = 0;
#pragma omp task shared(y) firstprivate(i)
            y = exp(x[i]);
#pragma omp taskwait
            own *= y + x[i];
        }
#pragma omp critical
        p *= own;
#pragma omp barrier
#pragma omp for
        for (int i = 0; i < n; i++) {
#pragma omp task firstprivate(i)
#pragma omp atomic
            s += p * x[i];
        }
    }
    return s;
}

/* The order in which tasks come to the section counts. */
static double in_turn(const double *x, int n)
{
    double p = 1;
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < n; i++) {
#pragma omp task firstprivate(i)
        {
            double own = x[i] * x[i];
#pragma omp critical
            p *= own;
        }
    }
    return p;
}

static double untied(const double *x, int n)
{
    double y[N], s = 0, other = 1;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task untied
        {
            double part = x[0];
            for (int i = 0; i < n; i++) {
#pragma omp task firstprivate(i)
                y[i] = x[i] * part;
            }
            part *= x[1];
#pragma omp taskwait
            for (int i = 0; i < n; i++)
                s += y[i] * part;
        }
#pragma omp task untied if (n < 0)
        {
            other *= x[0];
#pragma omp taskyield
        }
    }
    return s * other;
}

struct item {
    double value;
    struct item *next;
};

static double list(const double *x, int n)
{
    struct item *first = NULL;
    double s = 0;
    for (int i = 0; i < n; i++) {
        struct item *item = malloc(sizeof *item);
        *item = (struct item){x[i], first};
        first = item;
    }
#pragma omp parallel
#pragma omp single
    for (struct item *p = first; p; p = p->next) {
#pragma omp task firstprivate(p)
        p->value = p->value * sin(p->value);
    }
    while (first) {
        struct item *next = first->next;
        s = s * 0.5 + first->value;
        free(first);
        first = next;
    }
    return s;
}

struct pair {
    double a[2];
    int k;
};

/* Arrays and structs of the task's own. */
static double arrays(const double *x, int n)
{
    double s = 0, w[3] = {x[0], x[1], 1};
    struct pair p = {{x[2], x[3]}, 1};
#pragma omp parallel shared(s)
#pragma omp single
    for (int i = 0; i < n; i++) {
        w[i % 3] *= x[i];
#pragma omp task firstprivate(w, p, i)
        {
            w[0] += p.a[p.k] * i;
#pragma omp atomic
            s += w[0] * w[1] * w[2];
        }
    }
    return s;
}

int main(void)
{
    double x[N];
    oracle_random(x, N, 5);
    FOR_TEAMS(ORACLE_GRADIENT(at_barrier, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(at_end, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(by_value, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(recursive, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(alone, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(conditions, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(wave, x, N));
    if (!SANITIZED) /* libomp 22 ends at waits for dependences when a tool is there */
        FOR_TEAMS(ORACLE_GRADIENT(chain, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(groups, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(by_all, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(in_turn, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(untied, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(list, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(arrays, x, N));
    return oracle_result();
}
