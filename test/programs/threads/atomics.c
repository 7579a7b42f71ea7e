/* Threads that wait for each other by atomic accesses of their own. */
#include "threads.h"
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

enum { N = 12 };

/* A flag: what was written in front of it may be read behind it. */
struct handover {
    const double *x;
    double value;
    atomic_int *ready;
};

static void *receive(void *p)
{
    struct handover *h = p;
    while (!atomic_load_explicit(h->ready, memory_order_acquire))
        sched_yield();
    h->value = h->value * h->value * h->x[1];
    return NULL;
}

static double flag(const double *x, int n)
{
    atomic_int ready = 0;
    struct handover h = {.x = x, .ready = &ready};
    pthread_t thread;
    pthread_create(&thread, NULL, receive, &h);
    for (int i = 0; i < n; i++)
        h.value += sin(x[i]);
    atomic_store_explicit(&ready, 1, memory_order_release);
    pthread_join(thread, NULL);
    return h.value;
}

struct shared {
    const double *x;
    double part[THREADS_MOST], state;
    atomic_int arrived, next;
    atomic_flag busy;
    int n;
};
struct member {
    struct shared *shared;
    int self;
};

static double run(const double *x, int n, void *(*what)(void *))
{
    struct shared s = {.x = x, .state = 1, .busy = ATOMIC_FLAG_INIT, .n = n};
    struct member m[THREADS_MOST];
    pthread_t thread[THREADS_MOST];
    for (int t = 0; t < threads; t++) {
        m[t] = (struct member){&s, t};
        pthread_create(&thread[t], NULL, what, &m[t]);
    }
    for (int t = 0; t < threads; t++)
        pthread_join(thread[t], NULL);
    return s.state;
}

/* The last thread that arrives puts all parts together. */
static void *last_one(void *p)
{
    struct member *m = p;
    struct shared *s = m->shared;
    double own = 0;
    for (int i = m->self; i < s->n; i += threads)
        own += s->x[i] * s->x[i];
    s->part[m->self] = own;
    if (atomic_fetch_add(&s->arrived, 1) == threads - 1)
        for (int t = 0; t < threads; t++)
            s->state *= 1 + 0.1 * s->part[t];
    return NULL;
}

static double last_adds_up(const double *x, int n)
{
    return run(x, n, last_one);
}

/* A lock made of a flag, and elements that are taken by a counter. */
static void *take(void *p)
{
    struct member *m = p;
    struct shared *s = m->shared;
    for (int i; (i = atomic_fetch_add(&s->next, 1)) < s->n;) {
        double v = exp(0.1 * s->x[i]);
        while (atomic_flag_test_and_set(&s->busy))
            sched_yield();
        s->state *= v;
        atomic_flag_clear(&s->busy);
    }
    return NULL;
}

static double spin_lock(const double *x, int n)
{
    return run(x, n, take);
}

/* One after the other, by a number that goes up: what does not commute. */
static void *in_turn(void *p)
{
    struct member *m = p;
    struct shared *s = m->shared;
    for (int i = m->self; i < s->n; i += threads) {
        while (atomic_load(&s->next) != i)
            sched_yield();
        s->state = s->state * s->state * 0.5 + sin(s->x[i]);
        atomic_store(&s->next, i + 1);
    }
    return NULL;
}

static double turns(const double *x, int n)
{
    return run(x, n, in_turn);
}

int main(void)
{
    double x[N];
    oracle_random(x, N, 7);
    ORACLE_GRADIENT(flag, x, N);
    FOR_THREADS(ORACLE_GRADIENT(last_adds_up, x, N));
    FOR_THREADS(ORACLE_GRADIENT(spin_lock, x, N));
    FOR_THREADS(ORACLE_GRADIENT(turns, x, N));
    return oracle_result();
}
