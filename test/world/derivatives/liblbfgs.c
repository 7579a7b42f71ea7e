/* libLBFGS: what it finds as the minimum, by the parameters of the function, with each line search
 * and with a penalty; the iterations are differentiated. */
#include <lbfgs.h>
#include <math.h>

#include "oracle.h"

/* Half of (x - a)^T A (x - a) + (x_0 - a_0)^4 / 4: the minimum is at a whatever the rest is. */
static lbfgsfloatval_t bowl(void *data, const lbfgsfloatval_t *x, lbfgsfloatval_t *gradient,
                            int n, lbfgsfloatval_t step)
{
    const double *a = data;
    double value = 0;
    (void)step;
    for (int i = 0; i < n; i++) {
        double d = x[i] - a[i], before = i ? x[i - 1] - a[i - 1] : 0,
               after = i + 1 < n ? x[i + 1] - a[i + 1] : 0;
        gradient[i] = (2 + i) * d - 0.5 * before - 0.5 * after;
        value += 0.5 * gradient[i] * d;
    }
    double d = x[0] - a[0];
    gradient[0] += d * d * d;
    return value + d * d * d * d / 4;
}

static double minimum(const double *a, int n, int search, double penalty)
{
    lbfgs_parameter_t parameter;
    lbfgs_parameter_init(&parameter);
    parameter.linesearch = search;
    parameter.orthantwise_c = penalty;
    parameter.epsilon = 1e-13;
    parameter.delta = 0;
    parameter.past = 0;
    parameter.max_iterations = 60;
    double *x = lbfgs_malloc(n), value, sum = 0;
    for (int i = 0; i < n; i++)
        x[i] = 0.1 * (i + 1);
    lbfgs(n, x, &value, bowl, NULL, (void *)a, &parameter);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * x[i] * x[i];
    lbfgs_free(x);
    return sum;
}
static double more_thuente(const double *a, int n)
{
    return minimum(a, n, LBFGS_LINESEARCH_MORETHUENTE, 0);
}
static double armijo(const double *a, int n)
{
    return minimum(a, n, LBFGS_LINESEARCH_BACKTRACKING_ARMIJO, 0);
}
static double strong_wolfe(const double *a, int n)
{
    return minimum(a, n, LBFGS_LINESEARCH_BACKTRACKING_STRONG_WOLFE, 0);
}

int main(void)
{
    double a[4] = {0.7, 1.3, -0.4, 2}, want[4];
    for (int i = 0; i < 4; i++)
        want[i] = 2 * (i + 1) * a[i];
    ORACLE_GRADIENT_IS(more_thuente, a, 4, want);
    ORACLE_GRADIENT_IS(armijo, a, 4, want);
    ORACLE_GRADIENT_IS(strong_wolfe, a, 4, want);
    return oracle_result();
}
