/* Pointers that are counted from the end of an array: where an index may be negative, pointers in
 * front of the address are met, too. What they lead to is moved as integers only. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

enum { ROW = 40, ROWS = 2 };

static void exchange(void *p, void *q)
{
    for (int k = 0; k < ROW; k++) {
        int64_t a, b;
        memcpy(&a, (int64_t *)p + k, sizeof a);
        memcpy(&b, (int64_t *)q + k, sizeof b);
        memcpy((int64_t *)p + k, &b, sizeof b);
        memcpy((int64_t *)q + k, &a, sizeof a);
    }
}

struct rows {
    double **of, *values;
};

static struct rows rows_new(const double *x, int n)
{
    struct rows r = {malloc((ROWS + 1) * sizeof *r.of), malloc(ROWS * ROW * sizeof *r.values)};
    for (int k = 0; k < ROWS * ROW; k++)
        r.values[k] = x[k % n] * (k + 1);
    return r;
}

static double sum(struct rows r)
{
    double s = 0;
    for (int k = 0; k < ROWS * ROW; k++)
        s += r.values[k] * r.values[k] * (k + 1);
    free(r.of);
    free(r.values);
    return s;
}

static double by_hand(const double *x, int n)
{
    struct rows r = rows_new(x, n);
    r.of[0] = r.values;
    r.of[1] = r.values + ROW;
    void **end = (void **)r.of + 2;
    exchange(end[-n], end[1 - n]);
    return sum(r);
}

static double one_of_two(const double *x, int n)
{
    struct rows r = rows_new(x, n);
    for (int i = 0; i < n; i++)
        *(i > 0 ? &r.of[1] : &r.of[0]) = r.values + ROW * i;
    void **end = (void **)r.of + 2;
    exchange(end[-n], end[1 - n]);
    return sum(r);
}

__attribute__((noinline)) static void exchange_at(void **p, long k)
{
    exchange(p[k], p[k + 1]);
}

static double by_parameter(const double *x, int n)
{
    struct rows r = rows_new(x, n);
    r.of[0] = r.values;
    r.of[1] = r.values + ROW;
    exchange_at((void **)r.of + 2, -n);
    return sum(r);
}

static double put_from_the_end(const double *x, int n)
{
    struct rows r = rows_new(x, n);
    double **end = r.of + 2;
    for (int i = 0; i < n; i++)
        end[i - n] = r.values + ROW * i;
    void **start = (void **)r.of;
    exchange(start[0], start[1]);
    return sum(r);
}

int main(void)
{
    ORACLE_GRADIENT(by_hand, ((const double[]){1.3, 0.7}), 2);
    ORACLE_GRADIENT(one_of_two, ((const double[]){1.3, 0.7}), 2);
    ORACLE_GRADIENT(by_parameter, ((const double[]){1.3, 0.7}), 2);
    ORACLE_GRADIENT(put_from_the_end, ((const double[]){1.3, 0.7}), 2);
    return oracle_result();
}
