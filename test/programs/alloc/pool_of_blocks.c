/* A fixed-size block pool with a free list threaded through the unused blocks. */
#include <stdlib.h>
#include "oracle.h"

enum { BLOCKS = 8 };
union block {
    union block *next;
    struct {
        double re, im;
    } z;
};
struct pool {
    union block *free_list;
    union block storage[BLOCKS];
};

static void pool_init(struct pool *p)
{
    p->free_list = NULL;
    for (int i = BLOCKS; i-- > 0;) {
        p->storage[i].next = p->free_list;
        p->free_list = &p->storage[i];
    }
}
static union block *pool_take(struct pool *p)
{
    union block *b = p->free_list;
    if (!b)
        abort();
    p->free_list = b->next;
    return b;
}
static void pool_give(struct pool *p, union block *b)
{
    b->next = p->free_list;
    p->free_list = b;
}

static union block *multiply(struct pool *p, union block *a, union block *b)
{
    union block *c = pool_take(p);
    double re = a->z.re * b->z.re - a->z.im * b->z.im, im = a->z.re * b->z.im + a->z.im * b->z.re;
    pool_give(p, a);
    c->z.re = re;
    c->z.im = im;
    return c;
}

static double f(const double *x, int n)
{
    struct pool *p = malloc(sizeof *p);
    pool_init(p);
    union block *product = pool_take(p);
    product->z.re = 1;
    product->z.im = 0.5;
    for (int i = 0; i + 1 < n; i++) {
        union block *b = pool_take(p);
        b->z.re = x[i];
        b->z.im = x[i + 1];
        product = multiply(p, product, b);
        pool_give(p, b);
    }
    double s = product->z.re * product->z.im;
    free(p);
    return s;
}

int main(void)
{
    const double x[5] = {0.9, -0.8, 0.6, 0.7, 1.1};

    ORACLE_GRADIENT(f, x, 5);
    return oracle_result();
}
