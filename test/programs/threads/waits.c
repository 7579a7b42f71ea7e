/* Locks of readers and writers, spin locks, semaphores, what is done once, the last thread at a
 * barrier, and mutexes that a thread locks again. */
#define _GNU_SOURCE
#include "threads.h"
#include <math.h>
#include <pthread.h>
#include <semaphore.h>
enum { N = 12 };
struct shared {
    const double *x;
    int n;
    double state, sum;
    pthread_rwlock_t rw;
    pthread_spinlock_t spin;
    sem_t free, done;
    double slot;
    pthread_once_t once;
};

struct worker {
    struct shared *s;
    int self;
};

static void run(struct shared *s, void *(*work)(void *))
{
    struct worker w[THREADS_MOST];
    pthread_t thread[THREADS_MOST];
    for (int t = 0; t < threads; t++) {
        w[t] = (struct worker){s, t};
        pthread_create(&thread[t], NULL, work, &w[t]);
    }
    for (int t = 0; t < threads; t++)
        pthread_join(thread[t], NULL);
}

static void *read_and_write(void *p)
{
    struct worker *w = p;
    struct shared *s = w->s;
    for (int i = w->self; i < s->n; i += threads) {
        pthread_rwlock_rdlock(&s->rw);
        double seen = s->state;
        pthread_rwlock_unlock(&s->rw);
        pthread_spin_lock(&s->spin);
        s->sum += seen > 0 ? s->x[i] * s->x[i] : s->x[i] * s->x[i];
        pthread_spin_unlock(&s->spin);
        pthread_rwlock_wrlock(&s->rw);
        s->state *= 1 + 0.1 * s->x[i];
        pthread_rwlock_unlock(&s->rw);
    }
    return NULL;
}

static double readers(const double *x, int n)
{
    struct shared s = {.x = x, .n = n, .state = 1};
    pthread_rwlock_init(&s.rw, NULL);
    pthread_spin_init(&s.spin, PTHREAD_PROCESS_PRIVATE);
    run(&s, read_and_write);
    pthread_rwlock_destroy(&s.rw);
    pthread_spin_destroy(&s.spin);
    return s.state * s.sum;
}

static void *consume(void *p)
{
    struct shared *s = p;
    for (int i = 0; i < s->n; i++) {
        while (sem_wait(&s->done) != 0)
            ;
        s->state = cos(s->state) + s->slot;
        sem_post(&s->free);
    }
    return NULL;
}

static double handed(const double *x, int n)
{
    struct shared s = {.x = x, .n = n, .state = 0.5};
    pthread_t t;
    sem_init(&s.free, 0, 1), sem_init(&s.done, 0, 0);
    pthread_create(&t, NULL, consume, &s);
    for (int i = 0; i < n; i++) {
        sem_wait(&s.free);
        s.slot = x[i] * x[i];
        sem_post(&s.done);
    }
    pthread_join(t, NULL);
    sem_destroy(&s.free), sem_destroy(&s.done);
    return s.state;
}

static struct shared *of_once;
static pthread_once_t once;
static void prepare(void)
{
    of_once->state = of_once->x[0] * of_once->x[1];
}

static void *use(void *p)
{
    struct worker *w = p;
    struct shared *s = w->s;
    double own = 0;
    pthread_once(&once, prepare);
    for (int i = w->self; i < s->n; i += threads)
        own += s->state * s->x[i] * s->x[i];
    pthread_spin_lock(&s->spin);
    s->sum += own;
    pthread_spin_unlock(&s->spin);
    return NULL;
}

static double prepared_once(const double *x, int n)
{
    struct shared s = {.x = x, .n = n};
    of_once = &s;
    once = PTHREAD_ONCE_INIT;
    pthread_spin_init(&s.spin, PTHREAD_PROCESS_PRIVATE);
    run(&s, use);
    return s.sum * s.sum;
}

static void *by_serial(void *p);
static pthread_barrier_t barrier;
static double part[THREADS_MOST];
static double serial(const double *x, int n)
{
    struct shared s = {.x = x, .n = n, .state = 1};
    pthread_barrier_init(&barrier, NULL, (unsigned)threads);
    run(&s, by_serial);
    pthread_barrier_destroy(&barrier);
    return s.state;
}

static void *by_serial(void *p)
{
    struct worker *w = p;
    struct shared *s = w->s;
    for (int step = 0; step < 3; step++) {
        part[w->self] = 0;
        for (int i = w->self; i < s->n; i += threads)
            part[w->self] += s->x[i] * s->x[i] * s->state;
        if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) {
            double sum = 0;
            for (int t = 0; t < threads; t++)
                sum += part[t];
            s->state = cos(s->state) * sum;
        }
        pthread_barrier_wait(&barrier);
    }
    return NULL;
}

static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static double nest(struct shared *s, int i, int depth)
{
    pthread_mutex_lock(&recursive);
    s->state *= 1 + 0.1 * s->x[i];
    if (depth)
        nest(s, i, depth - 1);
    pthread_mutex_unlock(&recursive);
    return 0;
}

static void *nests(void *p)
{
    struct worker *w = p;
    for (int i = w->self; i < w->s->n; i += threads)
        nest(w->s, i, i % 3);
    return NULL;
}

static double recursions(const double *x, int n)
{
    struct shared s = {.x = x, .n = n, .state = 1};
    run(&s, nests);
    return s.state;
}

int main(void)
{
    double x[N];
    oracle_random(x, N, 7);
    FOR_THREADS(ORACLE_GRADIENT(readers, x, N));
    ORACLE_GRADIENT(handed, x, N);
    FOR_THREADS(ORACLE_GRADIENT(prepared_once, x, N));
    FOR_THREADS(ORACLE_GRADIENT(serial, x, N));
    FOR_THREADS(ORACLE_GRADIENT(recursions, x, N));
    return oracle_result();
}
