/* A mutex in a struct with what it protects. */
#include "threads.h"
#include <pthread.h>

enum { N = 16 };

struct account {
    pthread_mutex_t mutex;
    double balance, rate;
};

static void pay_in(struct account *a, double amount)
{
    pthread_mutex_lock(&a->mutex);
    a->balance += amount * a->rate;
    a->rate *= 1.0 + 0.001 * amount * amount;
    pthread_mutex_unlock(&a->mutex);
}

struct client {
    struct account *account;
    const double *x;
    int n;
};

static void *pay(void *p)
{
    struct client *c = p;
    for (int i = 0; i < c->n; i++)
        pay_in(c->account, c->x[i]);
    return NULL;
}

/* One client at a time, since the order matters; the account goes from one to the next. */
static double accounts(const double *x, int n)
{
    struct account a = {.balance = 0, .rate = 1};
    pthread_mutex_init(&a.mutex, NULL);
    for (int t = 0; t < threads; t++) {
        struct client c = {&a, x + t, n - t};
        pthread_t thread;
        pthread_create(&thread, NULL, pay, &c);
        pthread_join(thread, NULL);
        pay_in(&a, x[t]);
    }
    pthread_mutex_destroy(&a.mutex);
    return a.balance * a.rate;
}

int main(void)
{
    double x[N];
    oracle_random(x, N, 7);
    FOR_THREADS(ORACLE_GRADIENT(accounts, x, N));
    return oracle_result();
}
