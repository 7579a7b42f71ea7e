/* The time of day is read into static and thread-local memory, as a solver with a time limit does.
 */
#include <sys/time.h>
#include <time.h>
#include "oracle.h"

static struct timeval last;
static _Thread_local struct {
    struct timeval start;
    double total;
} limit;

static double seconds(void)
{
    static struct timeval start;
    static struct timespec fine;
    struct timeval now;
    if (!start.tv_sec)
        gettimeofday(&start, NULL);
    clock_gettime(CLOCK_MONOTONIC, &fine);
    gettimeofday(&now, NULL);
    return (double)(now.tv_sec - start.tv_sec) + 1e-6 * (double)(now.tv_usec - start.tv_usec) +
           (fine.tv_nsec < 0);
}

static double f(const double *x, int n)
{
    double s = 0;
    gettimeofday(&limit.start, NULL);
    limit.total = x[0];
    for (int i = 0; i < n; i++) {
        s += x[i] * x[i] * limit.total;
        limit.total += s;
        gettimeofday(&last, NULL);
        if (last.tv_sec - limit.start.tv_sec > 1000 || seconds() > 1000)
            break;
    }
    return last.tv_sec > 100 && limit.start.tv_sec > 100 ? s * limit.total : s;
}

int main(void)
{
    double x[4];
    oracle_random(x, 4, 3);
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
