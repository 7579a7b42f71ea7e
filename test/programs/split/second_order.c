/* A function that calls both halves is differentiated itself: forward over split reverse, reverse
 * over split reverse, with an opaque and a typed tape. */
#include "oracle.h"
#include <math.h>

extern int enzyme_tape, enzyme_allocated;
struct augmented {
    void *tape;
    double value;
};
struct augmented __enzyme_augmentfwd(void *, ...);
double __enzyme_augmentfwd_t(void *, ...);
double __enzyme_reverse(void *, ...);
void __enzyme_reverse_v(void *, ...);

static double f(double x)
{
    double s = x;
    for (int i = 0; i < 3; i++)
        s = sin(s) * x;
    return s;
}

static double slope(double x)
{
    struct augmented a = __enzyme_augmentfwd((void *)f, x);
    return __enzyme_reverse((void *)f, x, 1.0, a.tape) * a.value;
}

static double slope_typed(double x)
{
    char tape[64];
    double v = __enzyme_augmentfwd_t((void *)f, enzyme_allocated, 64, enzyme_tape, tape, x);
    return __enzyme_reverse((void *)f, enzyme_allocated, 64, enzyme_tape, tape, x, 1.0) * v;
}

static double energy(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += exp(x[i]) * x[0];
    return s;
}

static double norm_of_gradient(const double *x, int n)
{
    double g[8] = {0}, s = 0;
    struct augmented a = __enzyme_augmentfwd((void *)energy, enzyme_dup, x, g, enzyme_const, n);
    __enzyme_reverse_v((void *)energy, enzyme_dup, x, g, enzyme_const, n, 1.0, a.tape);
    for (int i = 0; i < n; i++)
        s += g[i] * g[i];
    return s;
}

int main(void)
{
    ORACLE_SCALAR(slope, 0.8);
    ORACLE_SCALAR(slope_typed, 0.8);
    ORACLE_GRADIENT(norm_of_gradient, ((double[]){0.3, -0.2, 0.7, 0.1}), 4);
    return oracle_result();
}
