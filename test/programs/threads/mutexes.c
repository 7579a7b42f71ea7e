/* Sections that one thread at a time may be in. */
#include "threads.h"
#include <math.h>
#include <pthread.h>

enum { N = 16 };

struct work {
    pthread_mutex_t *mutex, *other;
    const double *x;
    double *sum, *product;
    int *next, first, n;
};

static double run(void *(*what)(void *), const double *x, int n)
{
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
    pthread_t thread[THREADS_MOST];
    struct work work[THREADS_MOST];
    double sum = 0, product = 1;
    int next = 0;
    for (int t = 0; t < threads; t++) {
        work[t] = (struct work){&mutex, &other, x, &sum, &product, &next, t, n};
        pthread_create(&thread[t], NULL, what, &work[t]);
    }
    for (int t = 0; t < threads; t++)
        pthread_join(thread[t], NULL);
    pthread_mutex_destroy(&mutex);
    pthread_mutex_destroy(&other);
    return sum * product;
}

/* A reduction: one section per thread. */
static void *reduce(void *p)
{
    struct work *w = p;
    double own = 0;
    for (int i = w->first; i < w->n; i += threads)
        own += w->x[i] * w->x[i];
    pthread_mutex_lock(w->mutex);
    *w->sum += own;
    *w->product *= 1 + 0.01 * own;
    pthread_mutex_unlock(w->mutex);
    return NULL;
}

static double reduction(const double *x, int n)
{
    return run(reduce, x, n);
}

/* One section per element; what is in memory depends on who came before. */
static void *each(void *p)
{
    struct work *w = p;
    for (int i = w->first; i < w->n; i += threads) {
        double v = sin(w->x[i]);
        pthread_mutex_lock(w->mutex);
        *w->product *= 1 + 0.1 * v;
        *w->sum += v * v;
        pthread_mutex_unlock(w->mutex);
    }
    return NULL;
}

static double many_sections(const double *x, int n)
{
    return run(each, x, n);
}

/* Which element a thread works on depends on when it comes. */
static void *take(void *p)
{
    struct work *w = p;
    for (;;) {
        pthread_mutex_lock(w->mutex);
        int i = (*w->next)++;
        pthread_mutex_unlock(w->mutex);
        if (i >= w->n)
            return NULL;
        double v = exp(0.1 * w->x[i]);
        pthread_mutex_lock(w->other);
        *w->product *= v;
        *w->sum += w->x[i];
        pthread_mutex_unlock(w->other);
    }
}

static double take_next(const double *x, int n)
{
    return run(take, x, n);
}

/* One mutex inside of the other. */
static void *nest(void *p)
{
    struct work *w = p;
    for (int i = w->first; i < w->n; i += threads) {
        pthread_mutex_lock(w->mutex);
        *w->sum += w->x[i];
        pthread_mutex_lock(w->other);
        *w->product *= 1 + 0.1 * w->x[i] * w->x[i];
        pthread_mutex_unlock(w->other);
        pthread_mutex_unlock(w->mutex);
        pthread_mutex_lock(w->other);
        *w->product *= 1.01 + 0.01 * w->x[i];
        pthread_mutex_unlock(w->other);
    }
    return NULL;
}

static double nested(const double *x, int n)
{
    return run(nest, x, n);
}

/* Threads that try. */
static void *try(void *p)
{
    struct work *w = p;
    for (int i = w->first; i < w->n; i += threads) {
        while (pthread_mutex_trylock(w->mutex) != 0)
            ;
        *w->product *= 1 + 0.1 * w->x[i] * w->x[i];
        pthread_mutex_unlock(w->mutex);
    }
    pthread_mutex_lock(w->mutex);
    *w->sum += 1;
    pthread_mutex_unlock(w->mutex);
    return NULL;
}

static double trying(const double *x, int n)
{
    return run(try, x, n);
}

/* The thread that starts others takes part. */
static double main_takes_part(const double *x, int n)
{
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    double sum = 0, product = 1;
    struct work w = {&mutex, NULL, x, &sum, &product, NULL, 0, n};
    pthread_t thread;
    pthread_create(&thread, NULL, each, &w);
    for (int i = 0; i < n; i++) {
        pthread_mutex_lock(&mutex);
        product *= 1 + 0.1 * x[i] * x[n - 1 - i];
        pthread_mutex_unlock(&mutex);
    }
    pthread_join(thread, NULL);
    return sum * product;
}

static pthread_mutex_t global_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;

static void *global_section(void *p)
{
    struct work *w = p;
    for (int i = w->first; i < w->n; i += threads) {
        pthread_spin_lock(&spin);
        *w->product *= 1 + 0.1 * w->x[i];
        pthread_spin_unlock(&spin);
        pthread_mutex_lock(&global_mutex);
        *w->sum += *w->sum * 0.1 * w->x[i] + 0.1 * w->x[i] + 0.0;
        pthread_mutex_unlock(&global_mutex);
    }
    return NULL;
}

static double globals(const double *x, int n)
{
    return run(global_section, x, n);
}

/* Writers double, readers read what does not depend on how many came before. */
static void *read_write(void *p)
{
    struct work *w = p;
    double own = 0;
    for (int i = w->first; i < w->n; i += threads) {
        pthread_rwlock_rdlock(&rwlock);
        own += w->x[i] * w->x[0];
        pthread_rwlock_unlock(&rwlock);
        pthread_rwlock_wrlock(&rwlock);
        *w->product *= 1 + 0.05 * w->x[i] * w->x[i];
        pthread_rwlock_unlock(&rwlock);
    }
    pthread_rwlock_wrlock(&rwlock);
    *w->sum += own;
    pthread_rwlock_unlock(&rwlock);
    return NULL;
}

static double readers_and_writers(const double *x, int n)
{
    return run(read_write, x, n);
}

int main(void)
{
    double x[N];
    oracle_random(x, N, 7);
    pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
    FOR_THREADS(ORACLE_GRADIENT(reduction, x, N));
    FOR_THREADS(ORACLE_GRADIENT(many_sections, x, N));
    FOR_THREADS(ORACLE_GRADIENT(take_next, x, N));
    FOR_THREADS(ORACLE_GRADIENT(nested, x, N));
    FOR_THREADS(ORACLE_GRADIENT(trying, x, N));
    FOR_THREADS(ORACLE_GRADIENT(main_takes_part, x, N));
    FOR_THREADS(ORACLE_GRADIENT(globals, x, N));
    FOR_THREADS(ORACLE_GRADIENT(readers_and_writers, x, N));
    return oracle_result();
}
