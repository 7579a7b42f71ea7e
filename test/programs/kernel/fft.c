/* An in-place radix-2 FFT of eight complex numbers: linear, checked as a map. */
#include <math.h>
#include "oracle.h"

static void f(double *z, int n)
{
    int size = n / 2;
    for (int i = 1, j = 0; i < size; i++) {
        int bit = size >> 1;
        for (; j & bit; bit >>= 1)
            j ^= bit;
        j ^= bit;
        if (i < j)
            for (int k = 0; k < 2; k++) {
                double t = z[2 * i + k];
                z[2 * i + k] = z[2 * j + k];
                z[2 * j + k] = t;
            }
    }
    for (int span = 2; span <= size; span *= 2) {
        double angle = -2 * acos(-1) / span;
        for (int start = 0; start < size; start += span)
            for (int k = 0; k < span / 2; k++) {
                double c = cos(angle * k), s = sin(angle * k);
                double *a = z + 2 * (start + k), *b = a + span;
                double re = c * b[0] - s * b[1], im = s * b[0] + c * b[1];
                b[0] = a[0] - re;
                b[1] = a[1] - im;
                a[0] += re;
                a[1] += im;
            }
    }
}

static double power(const double *x, int n)
{
    double z[16], s = 0;
    for (int i = 0; i < n; i++)
        z[i] = x[i];
    f(z, n);
    for (int i = 0; i < n; i += 2)
        s += (z[i] * z[i] + z[i + 1] * z[i + 1]) * (i + 1);
    return s;
}

int main(void)
{
    double z[16];
    oracle_random(z, 16, 4);
    ORACLE_INPLACE(f, z, 16);
    ORACLE_GRADIENT(power, z, 16);
    return oracle_result();
}
