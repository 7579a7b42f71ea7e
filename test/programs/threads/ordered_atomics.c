/* Atomic operations that do more than add, in threads that the program starts. */
#include "oracle.h"
#include "oracle_calls.h"
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>

enum { N = 12, THREADS = 3 };

struct job {
    const double *x;
    _Atomic double *product, *place;
    double sum;
    int from, to;
};

static void *work(void *argument)
{
    struct job *j = argument;
    for (int i = j->from; i < j->to; i++) {
        double old = atomic_load(j->product), new;
        do
            new = old * (0.5 + j->x[i] * j->x[i]);
        while (!atomic_compare_exchange_strong(j->product, &old, new));
        double taken = atomic_exchange(j->place, sin(j->x[i]));
        j->sum += taken * taken;
    }
    return NULL;
}

static double together(const double *x, int n)
{
    _Atomic double product = 1, place = 0.5;
    pthread_t threads[THREADS];
    struct job jobs[THREADS];
    double sum = 0, left;
    for (int t = 0; t < THREADS; t++) {
        jobs[t] = (struct job){x, &product, &place, 0, t * n / THREADS, (t + 1) * n / THREADS};
        pthread_create(&threads[t], NULL, work, &jobs[t]);
    }
    for (int t = 0; t < THREADS; t++) {
        pthread_join(threads[t], NULL);
        sum += jobs[t].sum;
    }
    left = place;
    return product * (sum + left * left);
}

int main(void)
{
    double x[N];
    oracle_random(x, N, 3);
    for (int k = 0; k < 5; k++)
        ORACLE_GRADIENT(together, x, N);
    return oracle_result();
}
