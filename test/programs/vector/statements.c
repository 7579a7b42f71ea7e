/* Eight directions at once, of sums and products that follow one on the other: their partial
 * derivatives are computed before the directions come in. What several numbers are made of, what is
 * compared, stored or goes round a loop has tangents of its own. */
#include "oracle.h"
#include <math.h>

extern int enzyme_width;
double __enzyme_fwddiff_of(void *, ...);
typedef struct {
    double d[8];
} directions;
directions __enzyme_fwddiff_all(void *, ...);

enum { N = 6, W = 8 };

/* One number, and no other needs what is in between. */
static double polynomial(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i + 2 < n; i++) {
        double a = x[i], b = x[i + 1], c = x[i + 2];
        sum += (a * b - 3 * a * a * a) * (b - c) + 100 * (c - a * a) * (c - a * a);
    }
    return sum;
}

/* The distance is in both forces, and is compared. */
static double shared(const double *x, int n)
{
    double sum = 0;
    for (int i = 1; i < n; i++) {
        double d = (x[i] - x[i - 1]) * (x[i] - x[0]) + 2 * x[i] * x[i];
        double e = d * d * x[i];
        sum += d > 0.3 ? e * d - e * x[0] : e * e * d;
    }
    return sum;
}

/* Numbers in memory, and a recurrence. */
static double stored(const double *x, int n)
{
    double kept[N], s = 1;
    for (int i = 0; i < n; i++) {
        kept[i] = x[i] * s * s - x[0] * s;
        s = 0.5 * s + kept[i] * x[i] * s * 0.1;
    }
    for (int i = 1; i < n; i++)
        s += kept[i] * kept[i - 1] * kept[i];
    return s;
}

/* Roots and quotients begin and end statements: their derivatives may be infinite where tangents
 * are zero. */
static double quotients(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i + 1 < n; i++) {
        double r = x[i] * x[i] * 2 + x[i + 1] * x[i + 1] * x[0] * x[0];
        double q = 1 / (r * r * r);
        sum += q * q * x[i] * q - sqrt(r) * q + fma(q, x[i], r * q);
    }
    return sum;
}

/* The product of the last three factors is too small for a float, that of all is not. */
static float in_float(const float *x, int n)
{
    float sum = x[0] * 6.022e23f * 1.381e-23f * 9.109e-31f * 1e30f;
    for (int i = 0; i + 1 < n; i++)
        sum += (x[i] * x[i + 1] - x[i] * x[i] * x[i]) * (x[i + 1] - 2 * x[i]) * x[0];
    return sum;
}

/* At zero the root's derivative is infinite: what does not move stays zero. */
static double at_zero(const double *x, int n)
{
    return sqrt(x[0] * x[0] * x[1] * x[1]) + x[2] * x[2] * n;
}

#define CHECK_DIRECTIONS(f, x, t)                                                                  \
    do {                                                                                           \
        directions all =                                                                           \
            __enzyme_fwddiff_all((void *)f, enzyme_width, W, enzyme_dup, x, t[0], t[1], t[2],      \
                                 t[3], t[4], t[5], t[6], t[7], enzyme_const, N);                   \
        for (int k = 0; k < W; k++)                                                                \
            CHECK(all.d[k], __enzyme_fwddiff_of((void *)f, enzyme_dup, x, t[k], enzyme_const, N)); \
    } while (0)

typedef struct {
    float d[8];
} float_directions;
float_directions __enzyme_fwddiff_floats(void *, ...);
float __enzyme_fwddiff_f(void *, ...);

int main(void)
{
    double x[N], t[W][N], zero[N] = {0};
    float fx[N], ft[W][N];
    oracle_random(x, N, 3);
    oracle_random(&t[0][0], W * N, 4);
    for (int i = 0; i < N; i++)
        x[i] += 1.5, t[5][i] = 0;
    CHECK_DIRECTIONS(polynomial, x, t);
    CHECK_DIRECTIONS(shared, x, t);
    CHECK_DIRECTIONS(stored, x, t);
    CHECK_DIRECTIONS(quotients, x, t);
    ORACLE_GRADIENT(polynomial, x, N);
    ORACLE_GRADIENT(quotients, x, N);
    for (int k = 0; k < W; k++)
        t[k][0] = t[k][1] = 0;
    CHECK_DIRECTIONS(at_zero, zero, t);
    for (int i = 0; i < N; i++) {
        fx[i] = (float)x[i];
        for (int k = 0; k < W; k++)
            ft[k][i] = (float)t[k][i];
    }
    float_directions all =
        __enzyme_fwddiff_floats((void *)in_float, enzyme_width, W, enzyme_dup, fx, ft[0], ft[1],
                                ft[2], ft[3], ft[4], ft[5], ft[6], ft[7], enzyme_const, N);
    for (int k = 0; k < W; k++)
        CHECK_THAT(fabsf(all.d[k] - __enzyme_fwddiff_f((void *)in_float, enzyme_dup, fx, ft[k],
                                                       enzyme_const, N)) < 1e-4f);
    return oracle_result();
}
