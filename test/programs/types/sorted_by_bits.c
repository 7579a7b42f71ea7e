/* Numbers that are sorted by their bits: positive ones have the order of these, as integers. The
 * integers are declared, compared and moved as such, from one element in front of where the numbers
 * are stored and loaded. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

enum { MOST = 12 };

struct key {
    uint64_t bits;
};
struct named {
    uint64_t bits;
    int name;
};

static double keys(const double *x, int n)
{
    struct key all[MOST];
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double v = x[n - 1 - i];
        memcpy(&all[i].bits, &v, sizeof v);
    }
    for (int i = 1; i < n; i++) {
        struct key k = all[i];
        int j = i;
        while (j > 0 && all[j - 1].bits > k.bits) {
            all[j] = all[j - 1];
            j--;
        }
        all[j] = k;
    }
    for (int i = 0; i < n; i++) {
        double v;
        memcpy(&v, &all[i].bits, sizeof v);
        sum += v * (i + 1);
    }
    return sum;
}

static double names(const double *x, int n)
{
    struct named all[MOST];
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double v = x[(i * 5) % n] * x[0];
        memcpy(&all[i].bits, &v, sizeof v);
        all[i].name = i;
    }
    for (int i = 1; i < n; i++) {
        struct named k = all[i];
        int j = i;
        while (j > 0 && all[j - 1].bits > k.bits) {
            all[j] = all[j - 1];
            j--;
        }
        all[j] = k;
    }
    for (int i = 0; i < n; i++) {
        double v;
        memcpy(&v, &all[i].bits, sizeof v);
        sum += v * v * i + all[i].name * v;
    }
    return sum;
}

struct heap {
    struct named *all;
    int n;
};

static void push(struct heap *h, double v, int name)
{
    struct named t = {.name = name};
    int i = h->n++;
    memcpy(&t.bits, &v, sizeof v);
    while (i > 0 && h->all[(i - 1) / 2].bits > t.bits) {
        h->all[i] = h->all[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    h->all[i] = t;
}

static struct named pop(struct heap *h)
{
    struct named first = h->all[0], t = h->all[--h->n];
    int i = 0;
    for (int c = 1; c < h->n; c = 2 * i + 1) {
        if (c + 1 < h->n && h->all[c + 1].bits < h->all[c].bits)
            c++;
        if (t.bits <= h->all[c].bits)
            break;
        h->all[i] = h->all[c];
        i = c;
    }
    h->all[i] = t;
    return first;
}

static double heap(const double *x, int n)
{
    struct heap h = {malloc(MOST * sizeof *h.all), 0};
    double sum = 0;
    if (!h.all)
        abort();
    for (int i = 0; i < n; i++)
        push(&h, x[(i * 5) % n] * x[0], i);
    for (int i = 0; i < n; i++) {
        struct named e = pop(&h);
        double v;
        memcpy(&v, &e.bits, sizeof v);
        sum += v * v * i + v * e.name;
    }
    free(h.all);
    return sum;
}

int main(void)
{
    const double x[7] = {0.5, 0.8, 0.2, 0.7, 0.1, 0.9, 0.3}, two[2] = {0.4, 0.9};

    ORACLE_GRADIENT(keys, two, 2);
    ORACLE_GRADIENT(keys, x, 7);
    ORACLE_GRADIENT(names, x, 7);
    ORACLE_GRADIENT(heap, x, 7);
    return oracle_result();
}
