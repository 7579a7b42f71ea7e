/* Threads that wait for all others, between the steps of a calculation. */
#include "threads.h"
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { N = 12, STEPS = 4 };

struct grid {
    pthread_barrier_t *barrier;
    double *now, *next;
    int first, last, n;
};

/* Heat on a rod: all threads have finished a step before one begins the next. */
static void *heat(void *p)
{
    struct grid *g = p;
    double *now = g->now, *next = g->next;
    for (int step = 0; step < STEPS; step++) {
        for (int i = g->first; i < g->last; i++) {
            double left = now[i > 0 ? i - 1 : 0], right = now[i < g->n - 1 ? i + 1 : i];
            next[i] = now[i] + 0.2 * (left - 2 * now[i] + right) + 0.01 * now[i] * now[i];
        }
        pthread_barrier_wait(g->barrier);
        double *swap = now;
        now = next;
        next = swap;
    }
    return NULL;
}

static double rod(const double *x, int n)
{
    pthread_barrier_t barrier;
    pthread_t thread[THREADS_MOST];
    struct grid part[THREADS_MOST];
    double a[N], b[N], s = 0;
    memcpy(a, x, sizeof a);
    pthread_barrier_init(&barrier, NULL, (unsigned)threads);
    for (int t = 0; t < threads; t++) {
        part[t] = (struct grid){&barrier, a, b, t * n / threads, (t + 1) * n / threads, n};
        pthread_create(&thread[t], NULL, heat, &part[t]);
    }
    for (int t = 0; t < threads; t++)
        pthread_join(thread[t], NULL);
    pthread_barrier_destroy(&barrier);
    for (int i = 0; i < n; i++)
        s += a[i] * a[i] * (i + 1);
    return s;
}

/* The same in memory from the heap, which is gone when the derivative goes back. */
static double rod_on_heap(const double *x, int n)
{
    pthread_barrier_t *barrier = malloc(sizeof *barrier);
    pthread_t *thread = malloc((size_t)threads * sizeof *thread);
    struct grid *part = calloc((size_t)threads, sizeof *part);
    double *a = malloc((size_t)n * sizeof *a), *b = malloc((size_t)n * sizeof *b), s = 0;
    for (int i = 0; i < n; i++)
        a[i] = sin(x[i]);
    pthread_barrier_init(barrier, NULL, (unsigned)threads);
    for (int t = 0; t < threads; t++) {
        part[t] = (struct grid){barrier, a, b, t * n / threads, (t + 1) * n / threads, n};
        pthread_create(&thread[t], NULL, heat, &part[t]);
    }
    for (int t = 0; t < threads; t++)
        pthread_join(thread[t], NULL);
    pthread_barrier_destroy(barrier);
    for (int i = 0; i < n; i++)
        s += a[i] * x[n - 1 - i];
    free(barrier), free(thread), free(part), free(a), free(b);
    return s;
}

/* Partial sums, then each thread uses those of the others; the thread that the barrier has chosen
 * adds them up. */
struct phase {
    pthread_barrier_t *barrier;
    const double *x;
    double *part, *total;
    int self, n;
};

static void *phases(void *p)
{
    struct phase *f = p;
    double own = 0;
    for (int i = f->self; i < f->n; i += threads)
        own += f->x[i] * f->x[i];
    f->part[f->self] = own;
    if (pthread_barrier_wait(f->barrier) == PTHREAD_BARRIER_SERIAL_THREAD) {
        *f->total = 0;
        for (int t = 0; t < threads; t++)
            *f->total += f->part[t];
    }
    pthread_barrier_wait(f->barrier);
    double next = f->part[(f->self + 1) % threads];
    pthread_barrier_wait(f->barrier);
    f->part[f->self] = own * next / *f->total;
    return NULL;
}

static double serial_thread(const double *x, int n)
{
    pthread_barrier_t barrier;
    pthread_t thread[THREADS_MOST];
    struct phase f[THREADS_MOST];
    double part[THREADS_MOST], total, s = 0;
    pthread_barrier_init(&barrier, NULL, (unsigned)threads);
    for (int t = 0; t < threads; t++) {
        f[t] = (struct phase){&barrier, x, part, &total, t, n};
        pthread_create(&thread[t], NULL, phases, &f[t]);
    }
    for (int t = 0; t < threads; t++)
        pthread_join(thread[t], NULL), s += part[t];
    pthread_barrier_destroy(&barrier);
    return s * total;
}

/* The thread that starts the others takes part. */
static double main_waits(const double *x, int n)
{
    pthread_barrier_t barrier;
    pthread_t thread[THREADS_MOST];
    struct grid part[THREADS_MOST + 1];
    double a[N], b[N], s = 0;
    memcpy(a, x, sizeof a);
    pthread_barrier_init(&barrier, NULL, (unsigned)threads + 1);
    for (int t = 0; t <= threads; t++) {
        part[t] =
            (struct grid){&barrier, a, b, t * n / (threads + 1), (t + 1) * n / (threads + 1), n};
        if (t < threads)
            pthread_create(&thread[t], NULL, heat, &part[t]);
    }
    heat(&part[threads]);
    for (int t = 0; t < threads; t++)
        pthread_join(thread[t], NULL);
    pthread_barrier_destroy(&barrier);
    for (int i = 0; i < n; i++)
        s += a[i] * a[i] * a[i];
    return s;
}

int main(void)
{
    double x[N];
    oracle_random(x, N, 7);
    FOR_THREADS(ORACLE_GRADIENT(rod, x, N));
    FOR_THREADS(ORACLE_GRADIENT(rod_on_heap, x, N));
    FOR_THREADS(ORACLE_GRADIENT(serial_thread, x, N));
    FOR_THREADS(ORACLE_GRADIENT(main_waits, x, N));
    return oracle_result();
}
