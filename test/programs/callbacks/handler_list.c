/* A linked list of handlers with user data, run one after the other, as event loops and plugin
 * hooks do. */
#include <stdlib.h>
#include "oracle.h"

typedef void handler_fn(double *signal, int n, void *user);
struct handler {
    handler_fn *run;
    void *user;
    struct handler *next;
};
struct chain {
    struct handler *first, **last;
};

static void chain_init(struct chain *c)
{
    c->first = NULL, c->last = &c->first;
}
static void chain_add(struct chain *c, handler_fn *run, void *user)
{
    struct handler *h = malloc(sizeof *h);
    h->run = run, h->user = user, h->next = NULL;
    *c->last = h;
    c->last = &h->next;
}
static void chain_run(const struct chain *c, double *signal, int n)
{
    for (struct handler *h = c->first; h; h = h->next)
        h->run(signal, n, h->user);
}
static void chain_free(struct chain *c)
{
    while (c->first) {
        struct handler *h = c->first;
        c->first = h->next;
        free(h);
    }
}

static void gain(double *s, int n, void *user)
{
    for (int i = 0; i < n; i++)
        s[i] *= *(double *)user;
}
static void smooth(double *s, int n, void *user)
{
    double keep = *(double *)user;
    for (int i = 1; i < n; i++)
        s[i] = keep * s[i - 1] + (1 - keep) * s[i];
}
static void count(double *s, int n, void *user)
{
    ++*(int *)user;
}

static void f(double *x, int n)
{
    struct chain c;
    double factor = x[0] * x[0], keep = 0.1 * x[1];
    int calls = 0;
    chain_init(&c);
    chain_add(&c, gain, &factor);
    chain_add(&c, count, &calls);
    chain_add(&c, smooth, &keep);
    chain_add(&c, gain, &keep);
    chain_run(&c, x, n);
    chain_run(&c, x, n);
    CHECK_THAT(calls == 2);
    chain_free(&c);
}

int main(void)
{
    ORACLE_INPLACE(f, ((const double[]){1.5, 2.0, -0.5, 0.25}), 4);
    return oracle_result();
}
