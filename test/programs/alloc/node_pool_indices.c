/* Nodes of a tree in one array, linked by indices instead of pointers. */
#include <stdlib.h>
#include "oracle.h"

struct node {
    int left, right;
    double key, sum;
};

static int insert(struct node *pool, int *count, int root, double key)
{
    if (root < 0) {
        pool[*count] = (struct node){-1, -1, key, key * key};
        return (*count)++;
    }
    if (key < pool[root].key)
        pool[root].left = insert(pool, count, pool[root].left, key);
    else
        pool[root].right = insert(pool, count, pool[root].right, key);
    pool[root].sum += key * pool[root].key;
    return root;
}

static double f(const double *x, int n)
{
    struct node *pool = malloc((size_t)n * sizeof *pool);
    int count = 0, root = -1;
    double s = 0;
    for (int i = 0; i < n; i++)
        root = insert(pool, &count, root, x[i]);
    for (int i = 0; i < count; i++)
        s += pool[i].sum * (i + 1);
    free(pool);
    return s;
}

int main(void)
{
    const double x[6] = {0.9, 0.8, -0.9, 0.7, 1.05, 1.2};

    ORACLE_GRADIENT(f, x, 6);
    return oracle_result();
}
