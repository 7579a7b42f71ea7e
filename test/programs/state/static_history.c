/* Static arrays that keep a history within one evaluation: a filter with feedback. */
#include <string.h>
#include "oracle.h"

static double filter(double in, int reset)
{
    static double history[4];
    static int at;
    if (reset) {
        memset(history, 0, sizeof history);
        at = 0;
    }
    double out = in;
    for (int k = 1; k <= 3; k++)
        out += 0.2 / k * history[(at - k + 4) % 4] * history[(at - k + 4) % 4];
    history[at++ % 4] = out;
    if (at == 4)
        at = 0;
    return out;
}

static double f(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < 3 * n; i++)
        s += filter(x[i % n], i == 0) * (i + 1);
    return s;
}

int main(void)
{
    const double x[3] = {0.9, -0.8, 0.6};

    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
