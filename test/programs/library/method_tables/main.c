/* A library's methods are tables of functions behind plain pointers that only the
 * library's unit defines: nothing writes them, so calls through them are known,
 * and what a method keeps in its state has derivatives. */
#include "oracle.h"
#include "fitter.h"

static double run(const fitter_method *method, const double *x, int n)
{
    fitter *f = fitter_new(method, n);
    for (int i = 0; i < n; i++)
        fitter_add(f, x[i]);
    double s = fitter_value(f, 0.7);
    fitter_free(f);
    return s;
}

static double mean(const double *x, int n)
{
    return run(fitter_mean, x, n);
}
static double power(const double *x, int n)
{
    return run(fitter_power, x, n);
}

/* The method is chosen at run time. */
static double either(const double *x, int n)
{
    return run(x[0] > 0 ? fitter_power : fitter_mean, x, n) * x[1];
}

int main(void)
{
    double x[6];
    oracle_random(x, 6, 3);
    ORACLE_GRADIENT(mean, x, 6);
    ORACLE_GRADIENT(power, x, 6);
    x[0] = 0.8;
    ORACLE_GRADIENT(either, x, 6);
    x[0] = -0.8;
    ORACLE_GRADIENT(either, x, 6);
    return oracle_result();
}
