/* Arrays of long double as arguments, in a structure and on the heap. */
#include <math.h>
#include <stdlib.h>
#include "oracle.h"

struct record {
    int count;
    long double weight, data[3];
};

static long double f(const long double *x, int n)
{
    struct record r = {n, 0, {0}}, copy;
    long double *work = malloc((size_t)n * sizeof *work), s = 0;
    for (int i = 0; i < n; i++) {
        work[i] = expl(0.1L * x[i]) * x[i];
        r.data[i % 3] += work[i];
        r.weight += x[i];
    }
    copy = r;
    for (int i = 0; i < 3; i++)
        s += copy.data[i] * copy.weight;
    free(work);
    return s;
}

int main(void)
{
    long double x[4] = {0.5L, -1, 2, 0.25L}, dx[4] = {0}, sum = 0, total = 0;
    __enzyme_autodiff_l((void *)f, enzyme_dup, x, dx, enzyme_const, 4);
    for (int i = 0; i < 4; i++)
        sum += x[i], total += x[i] * expl(0.1L * x[i]);
    for (int i = 0; i < 4; i++) {
        long double t[4] = {0}, want = total + sum * expl(0.1L * x[i]) * (1 + 0.1L * x[i]);
        t[i] = 1;
        CHECK(dx[i], want);
        CHECK(__enzyme_fwddiff_l((void *)f, enzyme_dup, x, t, enzyme_const, 4), want);
    }
    return oracle_result();
}
