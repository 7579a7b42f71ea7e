/* Each thread has a slice of the input, and its own place for what it finds. */
#include "threads.h"
#include <math.h>
#include <pthread.h>
#include <string.h>

enum { N = 13 };

struct slice {
    const double *x;
    int from, to;
    double sum;
};

static struct slice slice_of(const double *x, int n, int t)
{
    return (struct slice){.x = x, .from = t * n / threads, .to = (t + 1) * n / threads};
}

static void *add_up(void *p)
{
    struct slice *s = p;
    for (int i = s->from; i < s->to; i++)
        s->sum += s->x[i] * sin(s->x[i]);
    return NULL;
}

static double sum(const double *x, int n)
{
    pthread_t thread[THREADS_MOST];
    struct slice slice[THREADS_MOST];
    double all = 0;
    for (int t = 0; t < threads; t++) {
        slice[t] = slice_of(x, n, t);
        pthread_create(&thread[t], NULL, add_up, &slice[t]);
    }
    for (int t = 0; t < threads; t++) {
        pthread_join(thread[t], NULL);
        all += slice[t].sum;
    }
    return all * all;
}

/* All threads read all of the input. */
static void *distances(void *p)
{
    struct slice *s = p;
    for (int i = s->from; i < s->to; i++)
        for (int k = 0; k < N; k++)
            s->sum += (s->x[i] - s->x[k]) * (s->x[i] - s->x[k]) * (1 + i);
    return NULL;
}

static double all_pairs(const double *x, int n)
{
    pthread_t thread[THREADS_MOST];
    struct slice slice[THREADS_MOST];
    double all = 0;
    for (int t = 0; t < threads; t++) {
        slice[t] = slice_of(x, n, t);
        if (pthread_create(&thread[t], NULL, distances, &slice[t]))
            return -1;
    }
    for (int t = threads - 1; t >= 0; t--) {
        if (pthread_join(thread[t], NULL))
            return -1;
        all = all * 0.5 + slice[t].sum;
    }
    return all;
}

/* A map: the output is an array that threads share. */
struct map_part {
    const double *in;
    double *out;
    int first, step, n;
};

static void *scale(void *p)
{
    const struct map_part *m = p;
    for (int i = m->first; i < m->n; i += m->step)
        m->out[i] = m->in[i] * m->in[m->n - 1 - i] + exp(0.1 * m->in[i]);
    return NULL;
}

static void run_map(const double *in, double *out, int n)
{
    pthread_t thread[THREADS_MOST];
    struct map_part part[THREADS_MOST];
    for (int t = 0; t < threads; t++) {
        part[t] = (struct map_part){in, out, t, threads, n};
        pthread_create(thread + t, NULL, scale, part + t);
    }
    for (int t = 0; t < threads; t++)
        pthread_join(thread[t], NULL);
}

static double map_twice(const double *x, int n)
{
    double y[N], z[N], s = 0;
    run_map(x, y, n);
    run_map(y, z, n);
    for (int i = 0; i < n; i++)
        s += z[i] * y[i] * x[i];
    return s;
}

static void map_itself(const double *x, int n, double *y, int m)
{
    run_map(x, y, n);
}

/* Threads write into memory that is the caller's, and the result is read from there. */
static double weights[N];

static void *weigh(void *p)
{
    struct slice *s = p;
    for (int i = s->from; i < s->to; i++)
        s->sum += weights[i] * s->x[i] * s->x[i];
    return p;
}

static double constant_global(const double *x, int n)
{
    pthread_t first, second;
    struct slice a = {x, 0, n / 2, 0}, b = {x, n / 2, n, 0};
    pthread_create(&first, NULL, weigh, &a);
    pthread_create(&second, NULL, weigh, &b);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return a.sum * b.sum;
}

/* One variable for the thread, used again. */
static double one_after_the_other(const double *x, int n)
{
    double p = 1;
    for (int t = 0; t < threads; t++) {
        pthread_t thread;
        struct slice s = slice_of(x, n, t);
        s.sum = p;
        pthread_create(&thread, NULL, add_up, &s);
        pthread_join(thread, NULL);
        p = s.sum * s.sum * 0.1;
    }
    return p;
}

/* The thread gets a number itself. */
static void *square(void *p)
{
    double *v = p;
    *v *= *v;
    return NULL;
}

static double in_place(const double *x, int n)
{
    double v[N], s = 1;
    pthread_t thread[N];
    memcpy(v, x, sizeof v);
    for (int i = 0; i < n; i++)
        pthread_create(&thread[i], NULL, square, &v[i]);
    for (int i = 0; i < n; i++)
        pthread_join(thread[i], NULL);
    for (int i = 0; i < n; i++)
        s *= 1 + 0.1 * v[i];
    return s;
}

static double with_attributes(const double *x, int n)
{
    pthread_attr_t attributes;
    pthread_t thread;
    struct slice s = {x, 0, n, 0};
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 1 << 20);
    pthread_create(&thread, &attributes, add_up, &s);
    pthread_attr_destroy(&attributes);
    pthread_join(thread, NULL);
    return s.sum;
}

int main(void)
{
    double x[N], y[N];
    oracle_random(x, N, 7);
    oracle_random(y, N, 8);
    oracle_random(weights, N, 9);
    FOR_THREADS(ORACLE_GRADIENT(sum, x, N));
    FOR_THREADS(ORACLE_GRADIENT(all_pairs, x, N));
    FOR_THREADS(ORACLE_GRADIENT(map_twice, x, N));
    FOR_THREADS(ORACLE_MAP(map_itself, x, N, y, N));
    FOR_THREADS(ORACLE_GRADIENT(one_after_the_other, x, N));
    ORACLE_GRADIENT(constant_global, x, N);
    ORACLE_GRADIENT(in_place, x, N);
    ORACLE_GRADIENT(with_attributes, x, N);
    return oracle_result();
}
