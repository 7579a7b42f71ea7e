/* Events by value in a binary heap ordered by active times: a small event simulation. */
#include <stdlib.h>
#include "oracle.h"

struct event {
    double time, size;
    int kind;
};
struct queue {
    struct event *at;
    int count, room;
};

static void swap(struct event *a, struct event *b)
{
    struct event t = *a;
    *a = *b;
    *b = t;
}
static void push(struct queue *q, struct event e)
{
    if (q->count == q->room)
        q->at = realloc(q->at, (size_t)(q->room = 2 * q->room + 1) * sizeof *q->at);
    int i = q->count++;
    q->at[i] = e;
    for (; i && q->at[(i - 1) / 2].time > q->at[i].time; i = (i - 1) / 2)
        swap(&q->at[i], &q->at[(i - 1) / 2]);
}
static struct event pop(struct queue *q)
{
    struct event top = q->at[0];
    q->at[0] = q->at[--q->count];
    for (int i = 0, c; (c = 2 * i + 1) < q->count; i = c) {
        c += c + 1 < q->count && q->at[c + 1].time < q->at[c].time;
        if (q->at[i].time <= q->at[c].time)
            break;
        swap(&q->at[i], &q->at[c]);
    }
    return top;
}

static double f(const double *x, int n)
{
    struct queue q = {0};
    double level = 1, last = 0, area = 0;
    for (int i = 0; i < n; i++)
        push(&q, (struct event){x[i] * x[i], x[(i + 1) % n], i % 2});
    while (q.count) {
        struct event e = pop(&q);
        area += level * (e.time - last);
        last = e.time;
        if (e.kind == 0 && e.time < 3)
            push(&q, (struct event){e.time * 1.5 + 0.3, e.size * 0.5, 1});
        level += e.kind ? e.size * 0.1 : -level * 0.2;
    }
    free(q.at);
    return area;
}

int main(void)
{
    const double x[6] = {0.9, -0.8, 0.6, 1.4, 0.3, 1.1};

    ORACLE_GRADIENT(f, x, 6);
    return oracle_result();
}
