/* A pointer that wanders over variables: which one is updated depends on data. */
#include "oracle.h"

static double f(const double *x, int n)
{
    double small = 1, large = 1, *target = &small;
    for (int i = 0; i < n; i++) {
        target = x[i] > 0.5 ? &large : x[i] > 0 ? &small : target;
        *target *= 1 + x[i] * x[i];
        if (i % 2)
            *(target == &small ? &large : &small) += *target * x[i];
    }
    return small * small + large;
}

int main(void)
{
    const double x[6] = {0.9, 0.3, -0.9, 0.7, 0.2, -0.1};

    ORACLE_GRADIENT(f, x, 6);
    return oracle_result();
}
