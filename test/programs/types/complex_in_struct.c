/* Complex members in structs, copied by memcpy and by value. */
#include <complex.h>
#include <string.h>
#include "oracle.h"

struct wave {
    int mode;
    double complex amplitude;
    double frequency;
};

static double power(struct wave w)
{
    return creal(w.amplitude * conj(w.amplitude)) * w.frequency * w.mode;
}

static double f(const double *x, int n)
{
    struct wave w[2] = {{1, x[0] + x[1] * I, x[2]}, {2, 0, 1}};
    memcpy(&w[1], &w[0], sizeof w[0]);
    w[1].amplitude *= w[0].amplitude;
    double complex z[2];
    memcpy(z, x, sizeof z);
    return power(w[0]) + power(w[1]) + cimag(z[0] * z[1]);
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 1.1}), 4);
    return oracle_result();
}
