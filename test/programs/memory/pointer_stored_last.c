/* A pointer is replaced behind the last access to what it led to, which the derivative needs once
 * more: in memory of the caller's, and where a number takes its place. */
#include <stdlib.h>
#include "oracle.h"

enum { ROWS = 3, BLOCKS = 7 };

static double in_rows(const double **rows, const double *x, int n)
{
    double sum = 0.5;
    for (int k = 0; k < n; k++)
        sum += sum * *rows[k] * 0.1;
    rows[1] = x;
    return sum;
}

static double replaced(const double *x, int n)
{
    const double *rows[ROWS] = {x, x + 1, x + n - 1};
    return in_rows(rows, x + 1, n);
}

struct link {
    const double *from, *to;
};
struct position {
    double x, y;
};

__attribute__((noinline)) static void *block_new(void)
{
    return malloc(sizeof(struct link));
}

static double by_number(const double *x, int n)
{
    void *all[BLOCKS];
    double sum = 0.5;
    for (int i = 0; i < BLOCKS; i++)
        all[i] = block_new();
    for (int i = 0; i < BLOCKS; i++) {
        struct link *l = all[i];
        l->from = x + i % n;
        l->to = x + (i + 1) % n;
    }
    for (int i = 0; i < BLOCKS; i++) {
        struct link *l = all[i];
        sum += sum * *l->from * 0.1;
    }
    ((struct position *)all[1])->x = sum;
    return sum;
}

int main(void)
{
    const double x[3] = {0.3, 0.7, -0.4};
    double y[3] = {0.3, 0.7, -0.4}, z = 0.9, d[3] = {0}, dz = 0;
    const double *rows[ROWS] = {y, y + 1, y + 2}, *shadows[ROWS] = {d, d + 1, d + 2};

    ORACLE_GRADIENT(replaced, x, 3);
    ORACLE_GRADIENT(by_number, x, 3);
    __enzyme_autodiff((void *)in_rows, enzyme_dup, rows, shadows, enzyme_dup, &z, &dz, enzyme_const,
                      ROWS);
    for (int k = 0; k < 3; k++) {
        double product = 0.05;
        for (int i = 0; i < 3; i++)
            product *= i == k ? 1 : 1 + 0.1 * y[i];
        CHECK(d[k], product);
    }
    CHECK(dz, 0);
    CHECK_THAT(rows[1] == &z && shadows[1] == &dz);
    return oracle_result();
}
