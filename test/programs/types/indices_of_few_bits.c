/* An index of three bits from where another one leads: fifteen elements are reached. Two of the
 * last ones are exchanged as integers. */
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

static double sum(const double *x, int n)
{
    double *b = calloc(16, sizeof *b), s = 0;
    if (!b)
        abort();
    for (int i = 0; i < n; i++) {
        double *q = &b[i & 7];
        for (int j = 0; j < n; j++)
            q[j & 7] = x[i] * (j + 1);
    }
    long k[2];
    memcpy(k, b + 10, sizeof k);
    if (k[0] < k[1]) {
        long t = k[0];
        k[0] = k[1];
        k[1] = t;
    }
    memcpy(b + 10, k, sizeof k);
    for (int i = 0; i < n; i++) {
        double *q = &b[i & 7];
        for (int j = 0; j < n; j++)
            s += q[j & 7] * (i + 2 * j + 1);
    }
    free(b);
    return s;
}

int main(void)
{
    const double x[8] = {1, 1.3, 1.6, 1.9, 2.2, 2.5, 2.8, 3.1};

    ORACLE_GRADIENT(sum, x, 8);
    return oracle_result();
}
