/* Mutexes and semaphores of POSIX in parallel regions. */
#include "teams.h"
#include <math.h>
#include <pthread.h>
#include <semaphore.h>

enum { N = 16 };

static double mutex(const double *x, int n)
{
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    double s = 0, p = 1;
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < n; i++) {
        double v = sin(x[i]);
        pthread_mutex_lock(&m);
        s += v * v;
        p *= 1 + 0.1 * v;
        pthread_mutex_unlock(&m);
    }
    pthread_mutex_destroy(&m);
    return s * p;
}

/* Beside critical sections. */
static double both(const double *x, int n)
{
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    double s = 1, p = 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        pthread_mutex_lock(&m);
        s *= 1 + 0.1 * x[i];
#pragma omp critical
        p *= 1 + 0.1 * x[i] * x[i];
        pthread_mutex_unlock(&m);
#pragma omp critical
        p *= 1 + 0.01 * x[i];
    }
    return s * p;
}

static double semaphore(const double *x, int n)
{
    sem_t free_places;
    double p = 1;
    sem_init(&free_places, 0, 1);
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        sem_wait(&free_places);
        p *= 1 + 0.1 * x[i] * x[n - 1 - i];
        sem_post(&free_places);
    }
    sem_destroy(&free_places);
    return p;
}

int main(void)
{
    double x[N];
    oracle_random(x, N, 7);
    FOR_TEAMS(ORACLE_GRADIENT(mutex, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(both, x, N));
    FOR_TEAMS(ORACLE_GRADIENT(semaphore, x, N));
    return oracle_result();
}
