/* A hash table of nodes in a pool: a search that may end with NULL walks from an element of the
 * table to members of nodes. */
#include <math.h>
#include "oracle.h"

enum { NODES = 32, SLOTS = 7 };
struct node {
    int key;
    double value;
    struct node *next;
};
static struct node pool[NODES], *table[SLOTS];
static int used;

static struct node *find(int key)
{
    for (struct node *n = table[key % SLOTS]; n; n = n->next)
        if (n->key == key)
            return n;
    return NULL;
}

static void add(int key, double value)
{
    struct node *n = find(key);
    if (!n) {
        n = &pool[used++];
        n->key = key;
        n->value = 0;
        n->next = table[key % SLOTS];
        table[key % SLOTS] = n;
    }
    n->value += value;
}

static double f(const double *x, int n)
{
    double sum = 0;
    used = 0;
    for (int i = 0; i < SLOTS; i++)
        table[i] = NULL;
    for (int i = 0; i < n; i++)
        add(i * i % NODES, x[i] * x[n - 1 - i]);
    for (int i = 0; i < n; i++)
        sum += find(i * i % NODES)->value * sin(x[i]);
    return sum;
}

int main(void)
{
    double x[12];
    oracle_random(x, 12, 5);
    ORACLE_GRADIENT(f, x, 12);
    return oracle_result();
}
