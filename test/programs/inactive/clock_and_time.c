/* Timing code inside: clock and time are inactive. */
#include <stdio.h>
#include <time.h>
#include "oracle.h"

static double seconds;

static double f(double x)
{
    clock_t start = clock();
    time_t now = time(NULL);
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    double r = x * x;
    seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    if (now == 0 || ts.tv_nsec < 0)
        r *= 2;
    return r + 0 * seconds;
}

int main(void)
{
    CHECK(__enzyme_autodiff((void *)f, 3.0), 6);
    CHECK(__enzyme_fwddiff((void *)f, 3.0, 1.0), 6);
    CHECK_THAT(seconds >= 0);
    return oracle_result();
}
