/* The threads of the C standard. */
#include "threads.h"
#include <math.h>
#include <stdlib.h>
#include <threads.h>

enum { N = 12 };

struct shared {
    mtx_t mutex;
    cnd_t turn;
    const double *x;
    double sum, product;
    int next, n;
};
struct worker {
    struct shared *shared;
    int self;
};

/* How many elements were negative, by the result of the thread. */
static int work(void *p)
{
    struct worker *w = p;
    struct shared *s = w->shared;
    int negative = 0;
    for (int i = w->self; i < s->n; i += threads) {
        negative += s->x[i] < 0;
        mtx_lock(&s->mutex);
        s->sum += s->x[i] * s->x[i];
        s->product *= 1 + 0.1 * s->x[i];
        mtx_unlock(&s->mutex);
    }
    return negative;
}

static double sections(const double *x, int n)
{
    struct shared s = {.x = x, .product = 1, .n = n};
    struct worker w[THREADS_MOST];
    thrd_t thread[THREADS_MOST];
    int negative = 0;
    mtx_init(&s.mutex, mtx_plain);
    for (int t = 0; t < threads; t++) {
        w[t] = (struct worker){&s, t};
        if (thrd_create(&thread[t], work, &w[t]) != thrd_success)
            return -1;
    }
    for (int t = 0; t < threads; t++) {
        int own;
        if (thrd_join(thread[t], &own) != thrd_success)
            return -1;
        negative += own;
    }
    mtx_destroy(&s.mutex);
    return s.sum * s.product * (1 + negative);
}

static int in_turn(void *p)
{
    struct worker *w = p;
    struct shared *s = w->shared;
    for (int i = w->self; i < s->n; i += threads) {
        mtx_lock(&s->mutex);
        while (s->next != i)
            cnd_wait(&s->turn, &s->mutex);
        s->sum = cos(s->sum) * s->x[i] + 0.5 * s->sum;
        s->next++;
        cnd_broadcast(&s->turn);
        mtx_unlock(&s->mutex);
    }
    thrd_exit(0);
}

static double turns(const double *x, int n)
{
    struct shared s = {.x = x, .sum = 1, .n = n};
    struct worker w[THREADS_MOST];
    thrd_t thread[THREADS_MOST];
    mtx_init(&s.mutex, mtx_plain);
    cnd_init(&s.turn);
    for (int t = 0; t < threads; t++) {
        w[t] = (struct worker){&s, t};
        thrd_create(&thread[t], in_turn, &w[t]);
    }
    for (int t = 0; t < threads; t++)
        thrd_join(thread[t], NULL);
    cnd_destroy(&s.turn);
    mtx_destroy(&s.mutex);
    return s.sum;
}

/* What a thread has for a key. */
static tss_t key;

static void end_of_own(void *p)
{
    free(p);
}

static int own(void *p)
{
    struct worker *w = p;
    double *product = malloc(sizeof *product);
    if (tss_set(key, product) != thrd_success)
        return -1;
    *product = w->shared->x[w->self];
    for (int i = 0; i < w->shared->n; i++)
        *(double *)tss_get(key) *= cos(w->shared->x[i]);
    mtx_lock(&w->shared->mutex);
    w->shared->sum += *product * *product;
    mtx_unlock(&w->shared->mutex);
    return 0;
}

static double owns(const double *x, int n)
{
    struct shared s = {.x = x, .n = n};
    struct worker w[THREADS_MOST];
    thrd_t thread[THREADS_MOST];
    mtx_init(&s.mutex, mtx_plain);
    for (int t = 0; t < threads; t++) {
        w[t] = (struct worker){&s, t};
        thrd_create(&thread[t], own, &w[t]);
    }
    for (int t = 0; t < threads; t++)
        thrd_join(thread[t], NULL);
    mtx_destroy(&s.mutex);
    return s.sum;
}

/* What the first thread that comes prepares. */
static struct shared *of_once;
static once_flag flag;

static void prepare(void)
{
    of_once->product = of_once->x[0] * of_once->x[1];
}

static int use(void *p)
{
    struct worker *w = p;
    struct shared *s = w->shared;
    double sum = 0;
    call_once(&flag, prepare);
    for (int i = w->self; i < s->n; i += threads)
        sum += s->product * s->x[i] * s->x[i];
    mtx_lock(&s->mutex);
    s->sum += sum;
    mtx_unlock(&s->mutex);
    return 0;
}

static double once(const double *x, int n)
{
    struct shared s = {.x = x, .n = n};
    struct worker w[THREADS_MOST];
    thrd_t thread[THREADS_MOST];
    of_once = &s;
    flag = (once_flag)ONCE_FLAG_INIT;
    mtx_init(&s.mutex, mtx_plain);
    for (int t = 0; t < threads; t++) {
        w[t] = (struct worker){&s, t};
        thrd_create(&thread[t], use, &w[t]);
    }
    for (int t = 0; t < threads; t++)
        thrd_join(thread[t], NULL);
    mtx_destroy(&s.mutex);
    return s.sum * s.sum;
}

int main(void)
{
    double x[N];
    oracle_random(x, N, 7);
    FOR_THREADS(ORACLE_GRADIENT(sections, x, N));
    FOR_THREADS(ORACLE_GRADIENT(turns, x, N));
    CHECK_THAT(tss_create(&key, end_of_own) == thrd_success);
    FOR_THREADS(ORACLE_GRADIENT(owns, x, N));
    tss_delete(key);
    FOR_THREADS(ORACLE_GRADIENT(once, x, N));
    return oracle_result();
}
