/* A lock of which the reverse sweep has no mirror.
 * enzcc-flags: -fopenmp
 * enzcc-text: No reverse pass found for pthread_rwlock_timedwrlock */
#define _GNU_SOURCE
#include <pthread.h>
extern double __enzyme_autodiff(void *, ...);
extern int enzyme_const, enzyme_dup;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static double f(const double *x, int n)
{
    double s = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        struct timespec until = {0, 0};
        while (pthread_rwlock_timedwrlock(&lock, &until)) /* enzcc-error: no-definition */
            ;
        s += x[i] * x[i];
        pthread_rwlock_unlock(&lock);
    }
    return s;
}

int main(void)
{
    double x[4] = {1, 2, 3, 4}, dx[4] = {0};
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, 4);
}
