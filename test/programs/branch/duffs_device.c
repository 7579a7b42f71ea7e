/* A switch whose cases lie inside a loop. */
#include "oracle.h"

static double f(const double *x, int n)
{
    double s = 1;
    int i = 0, rounds = (n + 3) / 4;
    switch (n % 4) {
    case 0:
        do {
            s += x[i] * s, i++;
            __attribute__((fallthrough));
        case 3: s += x[i] * x[i], i++; __attribute__((fallthrough));
        case 2: s *= x[i], i++; __attribute__((fallthrough));
        case 1: s += x[i], i++;
        } while (--rounds > 0);
    }
    return s;
}

int main(void)
{
    const double x[9] = {0.5, 1.5, 0.7, -0.3, 0.9, 1.1, -0.8, 0.4, 0.6};
    for (int n = 4; n <= 9; n++)
        ORACLE_GRADIENT(f, x, n);
    return oracle_result();
}
