/* A hash map from strings to numbers with chained nodes, that grows. */
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

struct node {
    char key[8];
    double value;
    struct node *next;
};
struct map {
    struct node **bucket;
    size_t size, count;
};

static size_t hash(const char *s)
{
    size_t h = 5381;
    while (*s)
        h = h * 33 + (unsigned char)*s++;
    return h;
}

static void grow(struct map *m)
{
    size_t size = m->size ? 2 * m->size : 2;
    struct node **bucket = calloc(size, sizeof *bucket);
    for (size_t i = 0; i < m->size; i++)
        for (struct node *n = m->bucket[i], *next; n; n = next) {
            next = n->next;
            n->next = bucket[hash(n->key) % size];
            bucket[hash(n->key) % size] = n;
        }
    free(m->bucket);
    m->bucket = bucket;
    m->size = size;
}

static double *at(struct map *m, const char *key)
{
    if (m->count >= m->size)
        grow(m);
    size_t i = hash(key) % m->size;
    for (struct node *n = m->bucket[i]; n; n = n->next)
        if (!strcmp(n->key, key))
            return &n->value;
    struct node *n = calloc(1, sizeof *n);
    strcpy(n->key, key);
    n->next = m->bucket[i];
    m->bucket[i] = n;
    m->count++;
    return &n->value;
}

static void destroy(struct map *m)
{
    for (size_t i = 0; i < m->size; i++)
        for (struct node *n = m->bucket[i], *next; n; n = next) {
            next = n->next;
            free(n);
        }
    free(m->bucket);
}

static double f(const double *x, int n)
{
    static const char *const names[] = {"mass", "speed", "mass", "time", "length"};
    struct map m = {0};
    for (int i = 0; i < n; i++)
        *at(&m, names[i]) += x[i] * (i + 1);
    double r =
        *at(&m, "mass") * *at(&m, "speed") * *at(&m, "speed") + *at(&m, "time") * *at(&m, "length");
    destroy(&m);
    return r;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 1.1, -1.3}), 5);
    return oracle_result();
}
