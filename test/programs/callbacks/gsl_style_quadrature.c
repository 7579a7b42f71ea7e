/* Adaptive Simpson over a {function, params} pair; limits and parameters are active. */
#include <math.h>
#include "oracle.h"

typedef struct {
    double (*function)(double x, void *params);
    void *params;
} integrand;
#define EVAL(F, x) ((*((F)->function))(x, (F)->params))

struct gauss {
    double mean, width;
};

static double bell(double x, void *params)
{
    struct gauss g = *(struct gauss *)params;
    double z = (x - g.mean) / g.width;
    return exp(-0.5 * z * z);
}

static double wave(double x, void *params)
{
    return sin(*(double *)params * x) + 2;
}

static double refine(const integrand *F, double a, double fa, double b, double fb, double m,
                     double fm, double whole, double eps, int depth)
{
    double lm = 0.5 * (a + m), rm = 0.5 * (m + b), flm = EVAL(F, lm), frm = EVAL(F, rm);
    double left = (m - a) / 6 * (fa + 4 * flm + fm), right = (b - m) / 6 * (fm + 4 * frm + fb);
    double delta = left + right - whole;
    if (depth == 0 || fabs(delta) < 15 * eps)
        return left + right + delta / 15;
    return refine(F, a, fa, m, fm, lm, flm, left, eps / 2, depth - 1) +
           refine(F, m, fm, b, fb, rm, frm, right, eps / 2, depth - 1);
}

static int integrate(const integrand *F, double a, double b, double eps, double *result)
{
    if (!(b > a))
        return -1;
    double m = 0.5 * (a + b), fa = EVAL(F, a), fb = EVAL(F, b), fm = EVAL(F, m);
    *result = refine(F, a, fa, b, fb, m, fm, (b - a) / 6 * (fa + 4 * fm + fb), eps, 12);
    return 0;
}

static double f(const double *x, int n)
{
    struct gauss g = {x[0], x[1]};
    double frequency = x[2], one = 0, two = 0;
    integrand F = {.function = &bell, .params = &g};
    if (integrate(&F, x[3], x[4], 1e-6, &one))
        return -1;
    F.function = wave;
    F.params = &frequency;
    if (integrate(&F, 0, x[4], 1e-6, &two))
        return -1;
    return one * two;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.3, 0.8, 1.7, -1.0, 2.0}), 5);
    return oracle_result();
}
