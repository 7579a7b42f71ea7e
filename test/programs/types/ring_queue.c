/* A ring buffer of elements of run-time size between producer and consumer. */
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

struct queue {
    size_t esize, capacity, head, count;
    unsigned char data[];
};

static struct queue *queue_new(size_t esize, size_t capacity)
{
    struct queue *q = malloc(sizeof *q + esize * capacity);
    q->esize = esize;
    q->capacity = capacity;
    q->head = q->count = 0;
    return q;
}

static int push(struct queue *q, const void *e)
{
    if (q->count == q->capacity)
        return 0;
    memcpy(q->data + (q->head + q->count++) % q->capacity * q->esize, e, q->esize);
    return 1;
}

static int pop(struct queue *q, void *e)
{
    if (!q->count)
        return 0;
    memcpy(e, q->data + q->head * q->esize, q->esize);
    q->head = (q->head + 1) % q->capacity;
    q->count--;
    return 1;
}

static double f(const double *x, int n)
{
    struct queue *q = queue_new(sizeof(double), 2);
    double sum = 0, v;
    for (int i = 0; i < n; i++) {
        double y = x[i] * x[i];
        if (!push(q, &y)) {
            pop(q, &v);
            sum += v * x[i];
            push(q, &y);
        }
    }
    while (pop(q, &v))
        sum += v * v;
    free(q);
    return sum;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 1.1, -1.3}), 5);
    return oracle_result();
}
