/* Who starts threads, and where: threads, loops, functions of the program. */
#include "threads.h"
#include <math.h>
#include <pthread.h>
#include <stdlib.h>

enum { N = 16, LEAF = 3, ROUNDS = 5 };

struct range {
    const double *x;
    int from, to;
    double result;
};

/* A sum by halves, each half in a thread of its own. */
static void *halves(void *p)
{
    struct range *r = p;
    if (r->to - r->from <= LEAF) {
        r->result = 0;
        for (int i = r->from; i < r->to; i++)
            r->result += r->x[i] * r->x[i];
        return NULL;
    }
    int middle = (r->from + r->to) / 2;
    struct range left = {r->x, r->from, middle, 0}, right = {r->x, middle, r->to, 0};
    pthread_t thread;
    pthread_create(&thread, NULL, halves, &left);
    halves(&right);
    pthread_join(thread, NULL);
    r->result = left.result + right.result + 0.1 * left.result * right.result;
    return NULL;
}

static double tree(const double *x, int n)
{
    struct range all = {x, 0, n, 0};
    halves(&all);
    return all.result;
}

/* Threads for each round of an iteration. */
static void *relax(void *p)
{
    struct range *r = p;
    double *v = (double *)r->x;
    for (int i = r->from; i < r->to; i++)
        v[i] = sin(v[i]) + 0.1 * v[i] * v[i];
    return NULL;
}

static double rounds(const double *x, int n)
{
    double v[N], s = 0;
    for (int i = 0; i < n; i++)
        v[i] = x[i];
    for (int k = 0; k < ROUNDS; k++) {
        pthread_t thread[THREADS_MOST];
        struct range part[THREADS_MOST];
        for (int t = 0; t < threads; t++) {
            part[t] = (struct range){v, t * n / threads, (t + 1) * n / threads, 0};
            pthread_create(&thread[t], NULL, relax, &part[t]);
        }
        for (int t = 0; t < threads; t++)
            pthread_join(thread[t], NULL);
        double first = v[0];
        for (int i = 0; i + 1 < n; i++)
            v[i] = 0.5 * (v[i] + v[i + 1]);
        v[n - 1] = 0.5 * (v[n - 1] + first);
    }
    for (int i = 0; i < n; i++)
        s += v[i] * (1 + i);
    return s;
}

/* As many as the run says, until it is enough. */
static double until_small(const double *x, int n)
{
    double v[N], s = 0;
    for (int i = 0; i < n; i++)
        v[i] = x[i] * x[i] + 1;
    while (v[0] > 0.05) {
        pthread_t thread;
        struct range all = {v, 0, n, 0};
        pthread_create(&thread, NULL, relax, &all);
        pthread_join(thread, NULL);
        for (int i = 0; i < n; i++)
            v[i] *= 0.5;
        s += v[0] * v[1];
    }
    return s;
}

/* Started in one function, joined in another one. */
struct team {
    pthread_t thread[THREADS_MOST];
    struct range part[THREADS_MOST];
    int count;
};

static void start(struct team *team, const double *x, int n)
{
    team->count = threads;
    for (int t = 0; t < team->count; t++) {
        team->part[t] = (struct range){x, t * n / threads, (t + 1) * n / threads, 0};
        pthread_create(&team->thread[t], NULL, halves, &team->part[t]);
    }
}

static double finish(struct team *team)
{
    double s = 1;
    for (int t = 0; t < team->count; t++) {
        pthread_join(team->thread[t], NULL);
        s *= 1 + 0.1 * team->part[t].result;
    }
    return s;
}

static double two_functions(const double *x, int n)
{
    struct team *team = malloc(sizeof *team);
    start(team, x, n);
    double meanwhile = 0;
    for (int i = 0; i < n; i++)
        meanwhile += x[i] * sin(x[i]);
    double s = finish(team) * meanwhile;
    free(team);
    return s;
}

/* Functions out of a table. */
static void *cubes(void *p)
{
    struct range *r = p;
    for (int i = r->from; i < r->to; i++)
        r->result += r->x[i] * r->x[i] * r->x[i];
    return NULL;
}

static void *cosines(void *p)
{
    struct range *r = p;
    for (int i = r->from; i < r->to; i++)
        r->result += cos(r->x[i]);
    return NULL;
}

static void *(*const table[])(void *) = {cubes, cosines, halves};

static double from_table(const double *x, int n)
{
    pthread_t thread[3];
    struct range part[3];
    for (int t = 0; t < 3; t++) {
        part[t] = (struct range){x, 0, n, 0};
        pthread_create(&thread[t], NULL, table[t], &part[t]);
    }
    for (int t = 0; t < 3; t++)
        pthread_join(thread[t], NULL);
    return part[0].result * part[1].result + part[2].result;
}

/* Only on some ways. */
static double perhaps(const double *x, int n)
{
    pthread_t thread;
    struct range part = {x, 0, n, 0};
    int started = x[0] > -10;
    if (started)
        started = !pthread_create(&thread, NULL, cubes, &part);
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i];
    if (started)
        pthread_join(thread, NULL);
    return s * part.result;
}

int main(void)
{
    double x[N];
    oracle_random(x, N, 7);
    ORACLE_GRADIENT(tree, x, N);
    FOR_THREADS(ORACLE_GRADIENT(rounds, x, N));
    ORACLE_GRADIENT(until_small, x, N);
    FOR_THREADS(ORACLE_GRADIENT(two_functions, x, N));
    ORACLE_GRADIENT(from_table, x, N);
    ORACLE_GRADIENT(perhaps, x, N);
    return oracle_result();
}
