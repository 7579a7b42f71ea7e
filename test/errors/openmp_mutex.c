/* A lock of which the reverse sweep has no mirror.
 * enzcc-flags: -fopenmp
 * enzcc-error-one-of: no-definition openmp_mutex.c:15 openmp_mutex.c:17
 * enzcc-text: No reverse pass found for pthread_mutex_lock */
#include <pthread.h>

extern double __enzyme_autodiff(void *, ...);
extern int enzyme_const, enzyme_dup;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static double f(const double *x, int n)
{
    double s = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        pthread_mutex_lock(&mutex);
        s += x[i] * x[i];
        pthread_mutex_unlock(&mutex);
    }
    return s;
}

int main(void)
{
    double x[4] = {1, 2, 3, 4}, dx[4] = {0};
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, 4);
}
