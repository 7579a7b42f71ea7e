/* What threads have for a key: blocks of active values that functions find through it, a
 * destructor that frees and one that calculates, several keys, the starting thread's own value
 * (c11.c has keys of C). */
#include "threads.h"
#include <math.h>
#include <pthread.h>
#include <stdlib.h>

enum { N = 12 };

static pthread_key_t scratch_key, total_key, plain_key;

struct job {
    const double *x;
    int self, n;
    double result;
};

static double run(const double *x, int n, void *(*what)(void *))
{
    pthread_t thread[THREADS_MOST];
    struct job job[THREADS_MOST];
    double s = 0;
    for (int t = 0; t < threads; t++) {
        job[t] = (struct job){.x = x, .self = t, .n = n};
        pthread_create(&thread[t], NULL, what, &job[t]);
    }
    for (int t = 0; t < threads; t++) {
        pthread_join(thread[t], NULL);
        s += job[t].result;
    }
    return s;
}

/* Made by the first call in a thread; the destructor is free. */
__attribute__((noinline)) static double *scratch(void)
{
    double *own = pthread_getspecific(scratch_key);
    if (!own) {
        own = calloc(2, sizeof *own);
        pthread_setspecific(scratch_key, own);
    }
    return own;
}

__attribute__((noinline)) static void remember(double v)
{
    double *own = scratch();
    own[1] = own[0];
    own[0] = v * v;
}

static void *products_of(void *p)
{
    struct job *j = p;
    for (int i = j->self; i < j->n; i++) {
        remember(j->x[i]);
        j->result += scratch()[0] * scratch()[1] + sin(scratch()[0]);
    }
    return NULL;
}

static double products(const double *x, int n)
{
    return run(x, n, products_of);
}

/* What a thread has summed up reaches the result when it ends. */
struct total {
    double sum;
    struct job *job;
};

static void add_total(void *p)
{
    struct total *t = p;
    t->job->result = t->sum * t->sum * t->job->x[0];
    free(t);
}

static void *totals_of(void *p)
{
    struct job *j = p;
    struct total *t = malloc(sizeof *t);
    *t = (struct total){.job = j};
    pthread_setspecific(total_key, t);
    for (int i = j->self; i < j->n; i += 2)
        ((struct total *)pthread_getspecific(total_key))->sum += j->x[i] * j->x[j->self];
    return NULL;
}

static double totals(const double *x, int n)
{
    return run(x, n, totals_of);
}

/* Memory that the thread has anyway, of a key without a destructor; another value later. */
static void *turns_of(void *p)
{
    struct job *j = p;
    double even = 1, odd = 0.5;
    for (int i = 0; i < j->n; i++) {
        pthread_setspecific(plain_key, i % 2 ? &odd : &even);
        double *now = pthread_getspecific(plain_key);
        *now = *now * j->x[i] + j->x[j->self];
    }
    j->result = even * odd;
    return NULL;
}

static double turns(const double *x, int n)
{
    return run(x, n, turns_of);
}

/* The thread that starts others has a value of its own, before and behind. */
static double starter(const double *x, int n)
{
    double own = x[0] * x[1];
    pthread_setspecific(plain_key, &own);
    double s = run(x, n, turns_of);
    double *still = pthread_getspecific(plain_key);
    s *= *still;
    *still = x[2] * s;
    pthread_setspecific(plain_key, NULL);
    return s * own;
}

int main(void)
{
    double x[N];
    for (int i = 0; i < N; i++)
        x[i] = 0.4 + 0.1 * (i % 5) - 0.03 * i;
    CHECK_THAT(!pthread_key_create(&scratch_key, free));
    CHECK_THAT(!pthread_key_create(&total_key, add_total));
    CHECK_THAT(!pthread_key_create(&plain_key, NULL));
    FOR_THREADS(ORACLE_GRADIENT(products, x, N));
    FOR_THREADS(ORACLE_GRADIENT(totals, x, N));
    FOR_THREADS(ORACLE_GRADIENT(turns, x, N));
    FOR_THREADS(ORACLE_GRADIENT(starter, x, N));
    return oracle_result();
}
