/* pthread_once runs a function of the program. */
#include "oracle.h"
#include <pthread.h>

static double scale, table[4];
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int runs;

static void fill(void)
{
    runs++;
    for (int i = 0; i < 4; i++)
        table[i] = scale * (i + 1);
}

static double lazy(const double *x, int n)
{
    once = PTHREAD_ONCE_INIT;
    scale = x[0] * x[1];
    double sum = 0;
    for (int i = 0; i < 2 * n; i++) {
        pthread_once(&once, fill);
        sum += table[i % 4] * x[i % n];
    }
    return sum;
}

int main(void)
{
    const double x[2] = {1.3, -0.4};
    double dx[2];
    ORACLE_GRADIENT(lazy, x, 2);
    runs = 0;
    GRADIENT(lazy, x, dx, 2);
    CHECK(runs, 1);
    return oracle_result();
}
