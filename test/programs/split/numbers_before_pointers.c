/* A forward sweep from the tape: cells move along an array while they hold numbers, some with
 * tangents of zero; in the end the first one holds a pointer, as far as the kind map says. */
#include "oracle.h"
#include <stdlib.h>

void *__enzyme_augmentfwd(void *, ...);
double __enzyme_fwdsplit(void *, ...);

enum { N = 3 };
struct cell {
    int is_link;
    union {
        const struct cell *link;
        double number;
    } as;
};

static struct cell number(double v)
{
    return (struct cell){.is_link = 0, .as.number = v};
}

static struct cell link_to(const struct cell *to)
{
    return (struct cell){.is_link = 1, .as.link = to};
}

static double value(const struct cell *c)
{
    return c->is_link ? value(c->as.link) : c->as.number * c->as.number;
}

static double shifted(const double *x, int n)
{
    struct cell last = number(x[0] * x[2]), *cells = calloc(N, sizeof *cells);
    for (int i = 0; i < N; i++)
        cells[i] = number(x[i]);
    for (int i = 0; i < n; i++) {
        for (int j = N - 1; j > 0; j--)
            cells[j] = cells[j - 1];
        if (i == n - 1)
            cells[0] = link_to(&last);
    }
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += (1 + i) * value(&cells[i]);
    free(cells);
    return sum;
}

int main(void)
{
    double x[N] = {1.25, 2.5, -0.75};
    for (int n = 1; n <= N; n++)
        for (int k = 0; k < N; k++) {
            double t[N] = {0};
            t[k] = 1;
            void *tape = __enzyme_augmentfwd((void *)shifted, enzyme_dup, x, t, enzyme_const, n);
            double split =
                __enzyme_fwdsplit((void *)shifted, enzyme_dup, x, t, enzyme_const, n, tape);
            CHECK(split, __enzyme_fwddiff((void *)shifted, enzyme_dup, x, t, enzyme_const, n));
        }
    ORACLE_GRADIENT(shifted, x, N);
    return oracle_result();
}
