/* A sliding window moved by memmove in both directions. */
#include <string.h>
#include "oracle.h"

static double f(const double *x, int n)
{
    double w[4] = {0}, s = 0;
    for (int i = 0; i < n; i++) {
        memmove(w + 1, w, 3 * sizeof *w);
        w[0] = x[i] * x[i];
        s += w[0] * w[1] + w[2] * w[3];
        if (i % 3 == 2) {
            memmove(w, w + 1, 3 * sizeof *w);
            w[3] = s * 0.1;
        }
    }
    return s;
}

int main(void)
{
    const double x[7] = {0.5, -0.25, 0.75, 1.2, 0.4, 0.9, -0.6};

    ORACLE_GRADIENT(f, x, 7);
    return oracle_result();
}
