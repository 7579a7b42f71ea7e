/* Threads that run regions, regions that start threads, and derivatives in threads of the program.
 */
#include "oracle.h"
#include "oracle_calls.h"
#include <omp.h>
#include <pthread.h>

enum { N = 4, CALLERS = 3, CALLS = 20 };

struct part {
    const double *x;
    double product;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *region(void *p)
{
    struct part *part = p;
    double product = 1;
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < N; i++) {
        pthread_mutex_lock(&mutex);
        product *= 1 + 0.1 * part->x[i];
        pthread_mutex_unlock(&mutex);
    }
    part->product = product;
    return NULL;
}

static double regions_in_threads(const double *x, int n)
{
    pthread_t a, b;
    struct part one = {x, 0}, two = {x, 0};
    pthread_create(&a, NULL, region, &one);
    pthread_create(&b, NULL, region, &two);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return one.product * two.product;
}

static void *square(void *p)
{
    double *v = p;
    *v *= *v;
    return v;
}

static double threads_in_region(const double *x, int n)
{
    double p = 1;
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < n; i++) {
        pthread_t thread;
        double v = x[i], *result;
        pthread_create(&thread, NULL, square, &v);
        pthread_join(thread, (void **)&result);
        pthread_mutex_lock(&mutex);
        p *= *result;
        pthread_mutex_unlock(&mutex);
    }
    return p;
}

struct call {
    const double *x;
    double dx[N];
};

static void *derivatives(void *p)
{
    struct call *c = p;
    for (int k = 0; k < CALLS; k++) {
        for (int i = 0; i < N; i++)
            c->dx[i] = 0;
        __enzyme_autodiff((void *)threads_in_region, enzyme_dup, c->x, c->dx, enzyme_const, N);
    }
    return NULL;
}

int main(void)
{
    double x[N] = {1, 2, 3, 4}, want[N] = {1152, 576, 384, 288};
    pthread_t thread[CALLERS];
    struct call call[CALLERS];
    ORACLE_GRADIENT(regions_in_threads, x, N);
    ORACLE_GRADIENT(threads_in_region, x, N);
    for (int t = 0; t < CALLERS; t++) {
        call[t].x = x;
        pthread_create(&thread[t], NULL, derivatives, &call[t]);
    }
    for (int t = 0; t < CALLERS; t++) {
        pthread_join(thread[t], NULL);
        CHECK_ARRAY(call[t].dx, want, N);
    }
    return oracle_result();
}
