/* A workspace behind a global whose shadow is kept between derivative calls in two directions, and
 * is at a distance in those in one direction, since pointers in memory lead to it, too. */
#include "oracle.h"
#include <stdlib.h>

extern int enzyme_dup, enzyme_const, enzyme_width;
struct pair {
    double of[2];
};
double __enzyme_autodiff(void *, ...);
struct pair __enzyme_fwddiff_two(void *, ...);

static double *work, **rows;
static int room;

static void forget(void)
{
    free(work);
    free(rows);
    work = NULL, rows = NULL, room = 0;
}

static double f(const double *x, int n)
{
    double sum = 0;
    if (room < n) {
        work = realloc(work, (size_t)n * sizeof *work);
        room = n;
    }
    rows = realloc(rows, (size_t)n * sizeof *rows);
    for (int i = 0; i < n; i++)
        rows[i] = work + i;
    for (int i = 0; i < n; i++)
        work[i] = x[i] * x[i];
    for (int i = 0; i < n; i++)
        sum += *rows[i] * *rows[n - 1 - i];
    return sum;
}

static void check(int n)
{
    double x[] = {1, 2, 3, 4}, d[4] = {0}, v[] = {1, 0, 0, 0}, w[] = {0, 1, 0, 0};
    __enzyme_autodiff((void *)f, enzyme_dup, x, d, enzyme_const, n);
    forget();
    struct pair t =
        __enzyme_fwddiff_two((void *)f, enzyme_width, 2, enzyme_dup, x, v, w, enzyme_const, n);
    forget();
    for (int i = 0; i < n; i++)
        CHECK(d[i], 4 * x[i] * x[n - 1 - i] * x[n - 1 - i]);
    CHECK(t.of[0], d[0]);
    CHECK(t.of[1], d[1]);
}

int main(void)
{
    for (int n = 2; n <= 4; n++)
        check(n);
    forget();
    return oracle_result();
}
