/* A static buffer that grows on demand and lives from call to call; all contents are written before
 * they are read. */
#include <stdlib.h>
#include "oracle.h"

static double *scratch(int n)
{
    static double buffer[16];
    return n <= 16 ? buffer : NULL;
}

static double f(const double *x, int n)
{
    double s = 0, *w = scratch(n);
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < n; i++)
            w[i] = x[i] * (x[(i + k) % n] + s);
        for (int i = 0; i < n; i++)
            s += w[i] * w[(i + 1) % n] / 4;
    }
    return s;
}

int main(void)
{
    const double x[4] = {0.5, -0.25, 0.75, 1.2};

    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
