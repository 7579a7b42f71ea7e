/* Memory that threads have for themselves, hand on, or free for others. */
#include "threads.h"
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { N = 12 };

struct job {
    const double *x;
    double *column, *matrix;
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

/* On the stack of the thread. */
static void *on_stack(void *p)
{
    struct job *j = p;
    double own[N];
    for (int i = 0; i < j->n; i++)
        own[i] = sin(j->x[i]) * (1 + j->self);
    for (int k = 0; k < 3; k++)
        for (int i = 1; i < j->n; i++)
            own[i] = own[i] * own[i - 1] + own[0];
    j->result = own[j->n - 1];
    return NULL;
}

static double stacks(const double *x, int n)
{
    return run(x, n, on_stack);
}

/* On the heap, for the thread alone. */
static void *on_heap(void *p)
{
    struct job *j = p;
    for (int k = j->self; k < j->n; k += threads) {
        double *own = malloc((size_t)j->n * sizeof *own);
        memcpy(own, j->x, (size_t)j->n * sizeof *own);
        for (int i = 1; i < j->n; i++)
            own[i] += own[i - 1] * own[k];
        j->result += own[j->n - 1];
        free(own);
    }
    return NULL;
}

static double heaps(const double *x, int n)
{
    return run(x, n, on_heap);
}

/* The thread allocates, the one that joins it frees. */
static void *column(void *p)
{
    struct job *j = p;
    j->column = calloc((size_t)j->n, sizeof *j->column);
    for (int i = 0; i < j->n; i++)
        j->column[i] = exp(0.1 * j->x[i]) * j->x[j->self];
    return NULL;
}

static double handed_on(const double *x, int n)
{
    pthread_t thread[THREADS_MOST];
    struct job job[THREADS_MOST];
    double s = 0;
    for (int t = 0; t < threads; t++) {
        job[t] = (struct job){.x = x, .self = t, .n = n};
        pthread_create(&thread[t], NULL, column, &job[t]);
    }
    for (int t = 0; t < threads; t++) {
        pthread_join(thread[t], NULL);
        for (int i = 0; i < n; i++)
            s += job[t].column[i] * job[t].column[n - 1 - i];
        free(job[t].column);
    }
    return s;
}

/* The operand is a block that the thread frees. */
struct task {
    const double *x;
    double *out, scale;
    int from, to;
};

static void *task(void *p)
{
    struct task *t = p;
    for (int i = t->from; i < t->to; i++)
        t->out[i] = t->scale * t->x[i] * t->x[i];
    free(t);
    return NULL;
}

static double freed_by_thread(const double *x, int n)
{
    pthread_t *thread = malloc((size_t)threads * sizeof *thread);
    double *out = malloc((size_t)n * sizeof *out), s = 1;
    for (int k = 0; k < threads; k++) {
        struct task *t = malloc(sizeof *t);
        *t = (struct task){x, out, 1 + x[k], k * n / threads, (k + 1) * n / threads};
        pthread_create(&thread[k], NULL, task, t);
    }
    for (int k = 0; k < threads; k++)
        pthread_join(thread[k], NULL);
    for (int i = 0; i < n; i++)
        s *= 1 + 0.1 * out[i];
    free(out), free(thread);
    return s;
}

/* Rows of a matrix. */
static void *rows(void *p)
{
    struct job *j = p;
    for (int i = j->self; i < j->n; i += threads)
        for (int k = 0; k < j->n; k++)
            j->matrix[i * j->n + k] = j->x[i] * j->x[k] + (i == k);
    return NULL;
}

static double matrix(const double *x, int n)
{
    pthread_t thread[THREADS_MOST];
    struct job job[THREADS_MOST];
    double m[N * N], s = 0;
    for (int t = 0; t < threads; t++) {
        job[t] = (struct job){.x = x, .matrix = m, .self = t, .n = n};
        pthread_create(&thread[t], NULL, rows, &job[t]);
    }
    for (int t = 0; t < threads; t++)
        pthread_join(thread[t], NULL);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            s += m[i * n + k] * m[k * n + (i + 1) % n];
    return s;
}

/* Variables of the program. */
static double shared_input[N], shared_output[N];

static void *use_globals(void *p)
{
    struct job *j = p;
    for (int i = j->self; i < N; i += threads)
        shared_output[i] = shared_input[i] * shared_input[N - 1 - i];
    return NULL;
}

static double globals(const double *x, int n)
{
    double s = 0;
    memcpy(shared_input, x, sizeof shared_input);
    s = run(x, n, use_globals);
    for (int i = 0; i < n; i++)
        s += shared_output[i] * x[i];
    return s;
}

int main(void)
{
    double x[N];
    oracle_random(x, N, 7);
    FOR_THREADS(ORACLE_GRADIENT(stacks, x, N));
    FOR_THREADS(ORACLE_GRADIENT(heaps, x, N));
    FOR_THREADS(ORACLE_GRADIENT(handed_on, x, N));
    FOR_THREADS(ORACLE_GRADIENT(freed_by_thread, x, N));
    FOR_THREADS(ORACLE_GRADIENT(matrix, x, N));
    FOR_THREADS(ORACLE_GRADIENT(globals, x, N));
    return oracle_result();
}
