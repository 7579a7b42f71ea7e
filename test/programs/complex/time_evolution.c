/* Matrix exponential action with complex arrays on the heap and functions returning complex
 * numbers. */
#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include "oracle.h"

typedef double complex cplx;

static cplx *apply(const cplx *h, const cplx *v, int n)
{
    cplx *w = calloc((size_t)n, sizeof *w);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            w[i] += h[i * n + j] * v[j];
    return w;
}

static double amplitude(const double *x, int n)
{
    cplx h[4], *psi = malloc(2 * sizeof *psi), *term;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            h[2 * i + j] = i == j ? x[i] : i < j ? x[2] + I * x[3] : x[2] - I * x[3];
    psi[0] = 1, psi[1] = 0.5 * I;
    term = malloc(2 * sizeof *term);
    term[0] = psi[0], term[1] = psi[1];
    for (int k = 1; k <= 12; k++) {
        cplx *next = apply(h, term, 2);
        for (int i = 0; i < 2; i++) {
            term[i] = next[i] * (-I * 0.3) / k;
            psi[i] += term[i];
        }
        free(next);
    }
    double p = pow(cabs(psi[1]), 2) + carg(psi[0]);
    free(psi);
    free(term);
    return p;
}

int main(void)
{
    const double x[] = {0.4, -0.7, 0.9, 0.3};
    ORACLE_GRADIENT(amplitude, x, 4);
    return oracle_result();
}
