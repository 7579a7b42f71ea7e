/* A global accumulator updated in a loop over calls. */
#include "oracle.h"

static double total;

static void add(double v)
{
    total = total * 0.5 + v * v;
}

static double f(const double *x, int n)
{
    total = x[0];
    for (int i = 0; i < n; i++) {
        add(x[i]);
        if (total > 2)
            total /= 3;
    }
    return total;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, 1.8, 0.4, 1.1}), 4);
    return oracle_result();
}
