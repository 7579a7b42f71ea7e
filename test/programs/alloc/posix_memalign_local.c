/* posix_memalign into a typed local pointer, with the usual cast, in a loop. */
#include <stdlib.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    double s = 1;
    for (int k = 1; k <= n; k++) {
        double *work;
        if (posix_memalign((void **)&work, 32, (size_t)k * sizeof *work))
            return -1;
        for (int i = 0; i < k; i++)
            work[i] = x[i] * s;
        s = 0;
        for (int i = 0; i < k; i++)
            s += work[i] * work[i];
        free(work);
    }
    return s;
}

int main(void)
{
    const double x[4] = {1.1, 0.2, -0.3, 0.7};

    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
