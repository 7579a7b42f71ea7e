/* Parametrised rotation gates on a two-qubit state: the expectation of an observable. */
#include <complex.h>
#include <math.h>
#include "oracle.h"

static void rotate_y(double complex *s, int bit, double t)
{
    double c = cos(t / 2), d = sin(t / 2);
    for (int i = 0; i < 4; i++)
        if (!(i & bit)) {
            double complex a = s[i], b = s[i | bit];
            s[i] = c * a - d * b;
            s[i | bit] = d * a + c * b;
        }
}

static void phase(double complex *s, int bit, double t)
{
    for (int i = 0; i < 4; i++)
        if (i & bit)
            s[i] *= cexp(I * t);
}

static double expectation(const double *p, int n)
{
    double complex s[4] = {1, 0, 0, 0};
    for (int k = 0; k < n; k += 2) {
        rotate_y(s, 1 << (k / 2 % 2), p[k]);
        phase(s, 1 << (k / 2 % 2), p[k + 1]);
        double complex t = s[2];
        s[2] = s[3];
        s[3] = t;
    }
    return creal(conj(s[0]) * s[3]) + cabs(s[1]) * cabs(s[1]);
}

int main(void)
{
    double p[8];
    oracle_random(p, 8, 5);
    ORACLE_GRADIENT(expectation, p, 8);
    return oracle_result();
}
