#include <pthread.h>
#include <stdio.h>

extern int enzyme_const, enzyme_dup;
void __enzyme_autodiff(void *, ...);

struct work {
    const double *x;
    int from, to;
    pthread_mutex_t *mutex;
    double *product;
};

static void *multiply(void *operand)
{
    struct work *w = operand;
    double own = 1;
    for (int i = w->from; i < w->to; i++)
        own *= w->x[i];
    pthread_mutex_lock(w->mutex);
    *w->product *= own;
    pthread_mutex_unlock(w->mutex);
    return NULL;
}

static double product(const double *x, int n)
{
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_t threads[2];
    struct work work[2];
    double all = 1;
    for (int t = 0; t < 2; t++) {
        work[t] = (struct work){x, t * n / 2, (t + 1) * n / 2, &mutex, &all};
        pthread_create(&threads[t], NULL, multiply, &work[t]);
    }
    for (int t = 0; t < 2; t++)
        pthread_join(threads[t], NULL);
    return all;
}

int main(void)
{
    double x[4] = {1, 2, 3, 4}, dx[4] = {0};
    __enzyme_autodiff((void *)product, enzyme_dup, x, dx, enzyme_const, 4);
    printf("%g %g %g %g\n", dx[0], dx[1], dx[2], dx[3]);
}
