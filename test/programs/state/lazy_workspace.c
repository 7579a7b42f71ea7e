/* A static workspace allocated at the first call and kept: later derivative calls find it there. */
#include <stdlib.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    static double *work;
    static int room;
    double s = 0;
    if (n > room) {
        work = realloc(work, (size_t)n * sizeof *work);
        room = n;
    }
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < n; i++)
            work[i] = x[i] * (x[(i + k) % n] + s);
        for (int i = 0; i < n; i++)
            s += work[i] * work[(i + 1) % n] / 4;
    }
    return s;
}

int main(void)
{
    const double x[4] = {0.5, -0.25, 0.75, 1.2};

    ORACLE_GRADIENT(f, x, 3);
    ORACLE_GRADIENT(f, x, 4);
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
