/* What threads return, and how they end. */
#include "threads.h"
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

enum { N = 12 };

struct range {
    const double *x;
    int from, to;
    double sum;
};
struct answer {
    double sum, largest;
};

static struct range range_of(const double *x, int n, int t)
{
    return (struct range){x, t * n / threads, (t + 1) * n / threads, 0};
}

/* A block of the heap that the one who joins frees. */
static void *answer(void *p)
{
    const struct range *r = p;
    struct answer *a = malloc(sizeof *a);
    a->sum = 0, a->largest = r->x[r->from];
    for (int i = r->from; i < r->to; i++) {
        a->sum += r->x[i] * r->x[i];
        if (r->x[i] > a->largest)
            a->largest = r->x[i];
    }
    return a;
}

static double answers(const double *x, int n)
{
    pthread_t thread[THREADS_MOST];
    struct range range[THREADS_MOST];
    double s = 0, p = 1;
    for (int t = 0; t < threads; t++) {
        range[t] = range_of(x, n, t);
        pthread_create(&thread[t], NULL, answer, &range[t]);
    }
    for (int t = 0; t < threads; t++) {
        void *result;
        pthread_join(thread[t], &result);
        struct answer *a = result;
        s += a->sum;
        p *= 1 + 0.1 * a->largest * a->largest;
        free(a);
    }
    return s * p;
}

/* The operand comes back. */
static void *same(void *p)
{
    struct range *r = p;
    for (int i = r->from; i < r->to; i++)
        r->sum += exp(0.1 * r->x[i]);
    pthread_exit(r);
}

static double operand_back(const double *x, int n)
{
    pthread_t thread[THREADS_MOST];
    struct range range[THREADS_MOST], *back;
    double s = 1;
    for (int t = 0; t < threads; t++) {
        range[t] = range_of(x, n, t);
        pthread_create(&thread[t], NULL, same, &range[t]);
    }
    for (int t = threads; t-- > 0;) {
        pthread_join(thread[t], (void **)&back);
        s *= back->sum;
    }
    return s;
}

/* An integer that says how far the thread has come. */
static void *count(void *p)
{
    struct range *r = p;
    intptr_t n = 0;
    for (int i = r->from; i < r->to; i++)
        if (r->x[i] > 0) {
            r->sum += r->x[i] * r->x[i];
            n++;
        }
    return (void *)n;
}

static double counts(const double *x, int n)
{
    pthread_t thread[THREADS_MOST];
    struct range range[THREADS_MOST];
    double s = 0;
    for (int t = 0; t < threads; t++) {
        range[t] = range_of(x, n, t);
        pthread_create(&thread[t], NULL, count, &range[t]);
    }
    for (int t = 0; t < threads; t++) {
        void *positive;
        pthread_join(thread[t], &positive);
        s += range[t].sum * (double)(1 + (intptr_t)positive);
    }
    return s;
}

/* Out of the middle. */
static void *leave(void *p)
{
    struct range *r = p;
    for (int i = r->from; i < r->to; i++) {
        if (r->sum > 1)
            pthread_exit(NULL);
        r->sum += r->x[i] * r->x[i];
    }
    pthread_exit(NULL);
}

static double leaving(const double *x, int n)
{
    pthread_t thread[THREADS_MOST];
    struct range range[THREADS_MOST];
    double s = 0;
    for (int t = 0; t < threads; t++) {
        range[t] = range_of(x, n, t);
        pthread_create(&thread[t], NULL, leave, &range[t]);
    }
    for (int t = 0; t < threads; t++)
        pthread_join(thread[t], NULL), s += range[t].sum;
    return s * s;
}

int main(void)
{
    double x[N];
    oracle_random(x, N, 7);
    FOR_THREADS(ORACLE_GRADIENT(answers, x, N));
    FOR_THREADS(ORACLE_GRADIENT(operand_back, x, N));
    FOR_THREADS(ORACLE_GRADIENT(counts, x, N));
    FOR_THREADS(ORACLE_GRADIENT(leaving, x, N));
    return oracle_result();
}
