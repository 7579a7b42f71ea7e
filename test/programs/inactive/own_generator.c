/* A linear congruential generator in integer arithmetic feeds noise into the path. */
#include <stdint.h>
#include "oracle.h"

static double uniform(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) / 9007199254740992.0;
}

static double f(const double *x, int n)
{
    uint64_t state = 1;
    double level = x[0];
    for (int i = 0; i < 20; i++)
        level += 0.05 * (x[1] - level) + x[2] * (uniform(&state) - 0.5) * level;
    return level;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){1, 2, 0.1}), 3);
    return oracle_result();
}
