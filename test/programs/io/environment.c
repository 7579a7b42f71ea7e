/* Settings from the environment, the clock and errno steer the computation. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    const char *mode = getenv("ORACLE_TEST_MODE");
    time_t begin = time(NULL);
    clock_t ticks = clock();
    struct timespec now;
    double s = 0;
    clock_gettime(CLOCK_MONOTONIC, &now);
    srand(7);
    for (int i = 0; i < n; i++) {
        errno = 0;
        double v = mode && !strcmp(mode, "sqrt") ? sqrt(x[i] * x[i] + 1) : x[i];
        if (errno)
            return -1;
        s += v * v * (rand() >= 0);
    }
    return s * (time(NULL) >= begin && clock() >= ticks && now.tv_sec >= 0);
}

int main(void)
{
    const double x[3] = {0.5, -0.25, 0.75};

    setenv("ORACLE_TEST_MODE", "sqrt", 1);
    ORACLE_GRADIENT(f, x, 3);
    setenv("ORACLE_TEST_MODE", "plain", 1);
    ORACLE_GRADIENT_IS(f, x, 3, ((double[]){1, -0.5, 1.5}));
    return oracle_result();
}
