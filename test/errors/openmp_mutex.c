/* Waiting for others of which the reverse sweep has no mirror.
 * enzcc-flags: -fopenmp
 * enzcc-text: No reverse pass found for sigwait */
#define _GNU_SOURCE
#include <signal.h>
extern double __enzyme_autodiff(void *, ...);
extern int enzyme_const, enzyme_dup;

static double f(const double *x, int n)
{
    double s = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        int got;
        sigset_t one;
        sigemptyset(&one);
        sigaddset(&one, SIGUSR1);
        if (!sigwait(&one, &got)) /* enzcc-error: no-definition */
            s += x[i] * x[i];
    }
    return s;
}

int main(void)
{
    double x[4] = {1, 2, 3, 4}, dx[4] = {0};
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, 4);
}
