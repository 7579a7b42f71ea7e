/* Numbers that become integers (indices, counts, truncation) and back have derivative zero on that
 * way. */
#include <math.h>
#include <stdint.h>
#include "oracle.h"

static const double table[] = {0, 1, 4, 9, 16, 25, 36, 49};

static double interpolate(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        double t = fabs(x[i]) * 6;
        unsigned k = (unsigned)t;
        uint64_t wide = (uint64_t)(t * 3);
        int8_t small = (int8_t)(x[i] * 20);
        s += table[k] + (t - k) * (table[k + 1] - table[k]) + (double)(wide % 7) * x[i] +
             small * x[i];
        s += (double)lrint(t) * x[i] + (float)(long long)t;
    }
    return s;
}

int main(void)
{
    double x[6];
    oracle_random(x, 6, 3);
    ORACLE_GRADIENT(interpolate, x, 6);
    return oracle_result();
}
