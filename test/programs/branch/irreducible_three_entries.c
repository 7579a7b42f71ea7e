/* A cycle of three blocks entered at any of them, leaving on data. */
#include "oracle.h"

static double f(const double *x, int n)
{
    double r = x[0], s = 0;
    switch (n % 3) {
    case 0: goto a;
    case 1: goto b;
    default: goto c;
    }
a:
    r = r * x[1];
    s += r;
b:
    r = r + x[2] * s;
    if (r > 20)
        goto out;
c:
    s = s * 0.5 + r * x[0];
    if (s < 30)
        goto a;
out:
    return r + s * x[1];
}

int main(void)
{
    const double x[5] = {1.3, 1.2, 0.4, 0, 0};
    for (int n = 3; n <= 5; n++)
        ORACLE_GRADIENT(f, x, n);
    return oracle_result();
}
