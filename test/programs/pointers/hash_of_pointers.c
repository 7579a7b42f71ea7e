/* A chained hash table from integer keys to records with active values. */
#include <stdlib.h>
#include "oracle.h"

enum { BUCKETS = 5 };
struct entry {
    int key;
    double value;
    struct entry *next;
};

static struct entry *find(struct entry **table, int key)
{
    struct entry *e = table[(unsigned)key % BUCKETS];
    while (e && e->key != key)
        e = e->next;
    return e;
}

static void add(struct entry **table, int key, double amount)
{
    struct entry *e = find(table, key);
    if (!e) {
        e = malloc(sizeof *e);
        *e = (struct entry){key, 1, table[(unsigned)key % BUCKETS]};
        table[(unsigned)key % BUCKETS] = e;
    }
    e->value = e->value * amount + amount;
}

static double f(const double *x, int n)
{
    struct entry *table[BUCKETS] = {NULL};
    double s = 0;
    for (int i = 0; i < n; i++)
        add(table, (i * 7) % 11 % 4 * 5, x[i]);
    for (int b = 0; b < BUCKETS; b++)
        for (struct entry *e = table[b], *next; e; e = next) {
            next = e->next;
            s += e->value * (e->key + 1);
            free(e);
        }
    return s;
}

int main(void)
{
    const double x[7] = {0.9, -0.3, 1.9, 0.4, 0.6, 1.1, -0.8};

    ORACLE_GRADIENT(f, x, 7);
    return oracle_result();
}
