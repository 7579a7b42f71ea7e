/* A state machine with jumps: a loop with two entries that contains another one with two entries.
 * What the inner one calculates is what the outer one goes on with. */
#include "oracle.h"

static double run(const double *x, int n)
{
    double s = x[0], sum = 0;
    int k = 0;
    if (s > 1)
        goto middle;
top:
    if (++k > n)
        return s + sum;
    if (s < 2)
        goto low;
middle:
    s *= 1.1 + 0.01 * x[1];
    if (s > 4)
        goto top;
low:
    s *= 1.01;
    sum += s * x[1];
    if (++k % 3)
        goto middle;
    goto top;
}

static double twelve(const double *x, int n)
{
    return run(x, 12 + n);
}

/* The counter does not end up anywhere else. */
static double alternate(const double *x, int n)
{
    double s = x[0];
    int k = 0;
    if (s > x[1])
        goto middle;
top:
    if (++k > 25 + n)
        return s;
    if (s < 2)
        goto low;
middle:
    s *= 1.1;
    if (s > 4)
        goto top;
low:
    if (k++ & 1)
        goto middle;
    goto top;
}

int main(void)
{
    static const double starts[][2] = {{0.5, 0.7}, {1.3, 0.2}, {2.4, 0.9}, {5, 0.1}};
    for (int i = 0; i < 4; i++) {
        ORACLE_GRADIENT(twelve, starts[i], 2);
        ORACLE_GRADIENT(alternate, starts[i], 2);
    }
    return oracle_result();
}
