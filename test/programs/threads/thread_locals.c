/* Variables that each thread has, in threads that the program starts: scratch memory, also behind a
 * pointer, what a thread finds in a new variable, the starting thread's own, regions beside. */
#include "threads.h"
#include <math.h>
#include <pthread.h>
#include <stdlib.h>

enum { N = 12 };

static _Thread_local double last = 0.5, window[3];
static _Thread_local int position;

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

/* Begins with what a new variable holds. */
static void *chain(void *p)
{
    struct job *j = p;
    for (int i = j->self; i < j->n; i++) {
        j->result += last * last * j->x[i];
        last = sin(last) * j->x[i] + j->x[j->self];
    }
    return NULL;
}

static double chains(const double *x, int n)
{
    return run(x, n, chain);
}

__attribute__((noinline)) static void push(double v)
{
    window[position++ % 3] = v;
}

/* The place is known while the thread goes forward only. */
static void *windows_of(void *p)
{
    struct job *j = p;
    for (int i = 0; i < j->n; i++) {
        push(j->x[i] * j->x[i]);
        j->result += window[0] * window[(position + j->self) % 3] + j->x[i] * window[1];
    }
    return NULL;
}

static double windows(const double *x, int n)
{
    return run(x, n, windows_of);
}

/* The variable of the thread that starts others is none of theirs. */
static double starter(const double *x, int n)
{
    last = x[0] * x[1];
    double s = run(x, n, chain) * last;
    last = last * x[2];
    s += run(x, n, chain) * last;
    return s * last;
}

static _Thread_local double *block, *parts[2];

__attribute__((noinline)) static double *own_block(void)
{
    if (!block)
        block = calloc(2, sizeof *block);
    return block;
}

/* Memory behind pointers, which the thread gets, and frees. */
static void *blocks_of(void *p)
{
    struct job *j = p;
    double even = 1, odd = 2;
    parts[0] = &even, parts[1] = &odd;
    for (int i = j->self; i < j->n; i++) {
        own_block()[1] = own_block()[0] * j->x[i];
        own_block()[0] = j->x[i] * j->x[i];
        *parts[i % 2] = *parts[(i + 1) % 2] * j->x[i] + own_block()[1];
    }
    j->result = own_block()[1] * even + odd;
    free(block);
    block = NULL;
    return NULL;
}

static double blocks(const double *x, int n)
{
    return run(x, n, blocks_of);
}

int main(void)
{
    double x[N];
    for (int i = 0; i < N; i++)
        x[i] = 0.4 + 0.1 * (i % 5) - 0.03 * i;
    FOR_THREADS(ORACLE_GRADIENT(chains, x, N));
    FOR_THREADS(ORACLE_GRADIENT(windows, x, N));
    FOR_THREADS(ORACLE_GRADIENT(starter, x, N));
    FOR_THREADS(ORACLE_GRADIENT(blocks, x, N));
    return oracle_result();
}
