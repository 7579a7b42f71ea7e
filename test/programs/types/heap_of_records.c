/* A priority queue of {priority, payload} records sifted by struct assignment. */
#include "oracle.h"

struct event {
    double time;
    int kind;
    double size;
};
struct heap {
    int count;
    struct event at[16];
};

static void push(struct heap *h, struct event e)
{
    int i = h->count++;
    while (i && h->at[(i - 1) / 2].time > e.time) {
        h->at[i] = h->at[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    h->at[i] = e;
}

static struct event pop(struct heap *h)
{
    struct event top = h->at[0], last = h->at[--h->count];
    int i = 0;
    for (int k; (k = 2 * i + 1) < h->count; i = k) {
        if (k + 1 < h->count && h->at[k + 1].time < h->at[k].time)
            k++;
        if (h->at[k].time >= last.time)
            break;
        h->at[i] = h->at[k];
    }
    h->at[i] = last;
    return top;
}

static double f(const double *x, int n)
{
    struct heap h = {0};
    double total = 0, before = 0;
    for (int i = 0; i < n; i++)
        push(&h, (struct event){x[i] * x[i], i, x[i]});
    while (h.count) {
        struct event e = pop(&h);
        total += (e.time - before) * e.size * (e.kind + 1);
        before = e.time;
    }
    return total;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 0.1, -1.3}), 5);
    return oracle_result();
}
