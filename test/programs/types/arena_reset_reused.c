/* An arena that is emptied and filled with other types of data in each iteration. */
#include <stddef.h>
#include <string.h>
#include "oracle.h"

static _Alignas(16) char pool[1024];
static size_t top;

static void *take(size_t n)
{
    void *p = pool + top;
    top += (n + 7) & ~(size_t)7;
    return p;
}

static double f(const double *x, int n)
{
    double sum = 0;
    for (int round = 0; round < 3; round++) {
        top = 0;
        if (round != 1) {
            double *y = take((size_t)n * sizeof *y);
            memcpy(y, x, (size_t)n * sizeof *y);
            for (int i = 0; i < n; i++)
                sum += y[i] * y[i] * (round + 1);
        } else {
            int *index = take((size_t)n * sizeof *index);
            double **p = take((size_t)n * sizeof *p);
            for (int i = 0; i < n; i++) {
                index[i] = n - 1 - i;
                p[i] = take(sizeof **p);
                *p[i] = x[index[i]] * x[i];
            }
            for (int i = 0; i < n; i++)
                sum += *p[i] * index[i];
        }
    }
    return sum;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9}), 3);
    return oracle_result();
}
