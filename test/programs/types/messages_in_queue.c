/* Messages of several layouts, a union, in a queue that grows: they are moved whole, by assignment
 * and by realloc. */
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

struct message {
    int kind;
    union {
        struct {
            double v;
            int id;
        } sample;
        struct {
            double p, q, r;
        } point;
        struct {
            const char *name;
            double w;
        } entry;
    } u;
};
struct queue {
    struct message *items;
    int head, tail, room;
};

static void push(struct queue *q, const struct message *m)
{
    if (q->tail == q->room) {
        q->room = q->room ? 2 * q->room : 2;
        q->items = realloc(q->items, (size_t)q->room * sizeof *q->items);
    }
    q->items[q->tail++] = *m;
}

static int pop(struct queue *q, struct message *m)
{
    if (q->head == q->tail)
        return 0;
    *m = q->items[q->head++];
    return 1;
}

static void send(struct queue *q, const double *x, int i, const char *name)
{
    struct message m;
    memset(&m, 0, sizeof m);
    m.kind = i % 3;
    if (m.kind == 0) {
        m.u.sample.v = x[0] * i;
        m.u.sample.id = i;
    } else if (m.kind == 1) {
        m.u.point.p = x[1];
        m.u.point.q = x[0];
        m.u.point.r = x[2] * x[2];
    } else {
        m.u.entry.name = name;
        m.u.entry.w = x[1] * x[2];
    }
    push(q, &m);
}

static double f(const double *x, int n)
{
    struct queue q = {0};
    struct message m;
    char name[] = "b";
    double s = 0;
    for (int i = 0; i < n + 4; i++)
        send(&q, x, i, name);
    while (pop(&q, &m)) {
        if (m.kind == 0)
            s += m.u.sample.v * m.u.sample.id;
        else if (m.kind == 1)
            s += m.u.point.p * m.u.point.q + m.u.point.r;
        else
            s += m.u.entry.w * (m.u.entry.name[0] - 'a');
    }
    free(q.items);
    return s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9}), 3);
    return oracle_result();
}
