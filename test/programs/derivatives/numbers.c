/* <enzcc/derivatives.h>: gradient, directional derivative, Hessian and its product with a vector,
 * for numbers of variables around the number of directions. */
#include "oracle.h"
#include <enzcc/derivatives.h>
#include <math.h>
#include <string.h>

enum { LARGEST = 9 };

struct model {
    double scale;
    const double *weights;
};

/* scale * prod_i (1 + w_i x_i^2) + sum_i x_i x_{i+1} */
static double f(const double *x, const struct model *model, int n)
{
    double product = 1, sum = 0;
    for (int i = 0; i < n; i++)
        product *= 1 + model->weights[i] * x[i] * x[i];
    for (int i = 0; i + 1 < n; i++)
        sum += x[i] * x[i + 1];
    return model->scale * product + sum;
}

ENZ_GRADIENT(gradient, f, double, ENZ_CONST(const struct model *), ENZ_CONST(int));
ENZ_DIRECTIONAL(slope, f, double, ENZ_CONST(const struct model *), ENZ_CONST(int));
ENZ_HVP(hvp, f, double, ENZ_CONST(const struct model *), ENZ_CONST(int));
ENZ_HESSIAN(hessian, f, double, ENZ_CONST(const struct model *), ENZ_CONST(int));

static double product_but(const double *x, const struct model *model, int n, int i, int k)
{
    double product = model->scale;
    for (int j = 0; j < n; j++)
        if (j != i && j != k)
            product *= 1 + model->weights[j] * x[j] * x[j];
    return product;
}

static void by_hand(const double *x, const struct model *model, int n, double *g, double *h)
{
    const double *w = model->weights;
    for (int i = 0; i < n; i++) {
        double rest = product_but(x, model, n, i, i);
        g[i] = 2 * w[i] * x[i] * rest;
        g[i] += (i > 0 ? x[i - 1] : 0) + (i + 1 < n ? x[i + 1] : 0);
        for (int k = 0; k < n; k++)
            h[i * n + k] = i == k ? 2 * w[i] * rest
                                  : 4 * w[i] * x[i] * w[k] * x[k] * product_but(x, model, n, i, k) +
                                        (i - k == 1 || k - i == 1);
    }
}

static double along(void *context, double t)
{
    const struct {
        const double *x, *v;
        const struct model *model;
        int n;
    } *c = context;
    double moved[LARGEST];
    for (int i = 0; i < c->n; i++)
        moved[i] = c->x[i] + t * c->v[i];
    return f(moved, c->model, c->n);
}

static void check_size(int n)
{
    double x[LARGEST], w[LARGEST], v[LARGEST], g[LARGEST], wanted_g[LARGEST], hv[LARGEST];
    double h[LARGEST * LARGEST + 1], wanted_h[LARGEST * LARGEST], value;
    oracle_random(x, n, 10 + n);
    oracle_random(w, n, 20 + n);
    oracle_random(v, n, 30 + n);
    const struct model model = {0.7, w};
    by_hand(x, &model, n, wanted_g, wanted_h);

    memset(g, 1, sizeof g); /* what was there does not count */
    CHECK(gradient(x, n, g, &model, n), f(x, &model, n));
    CHECK_ARRAY(g, wanted_g, n);

    double s = slope(x, v, &value, &model, n);
    CHECK(value, f(x, &model, n));
    CHECK(s, oracle_dot(g, v, n));
    struct {
        const double *x, *v;
        const struct model *model;
        int n;
    } c = {x, v, &model, n};
    oracle_check_difference(ORACLE_SITE("slope"), along, &c, s, 1);

    memset(g, 1, sizeof g);
    memset(hv, 1, sizeof hv);
    CHECK(hvp(x, n, v, g, hv, &model, n), f(x, &model, n));
    CHECK_ARRAY(g, wanted_g, n);
    for (int i = 0; i < n; i++)
        CHECK(hv[i], oracle_dot(wanted_h + i * n, v, n));

    double work[ENZ_HESSIAN_WORK(LARGEST) + 1];
    memset(g, 1, sizeof g);
    memset(h, 1, sizeof h);
    h[n * n] = work[ENZ_HESSIAN_WORK(n)] = 42;
    CHECK_THAT(hessian(x, n, g, h, work, &model, n) == 0);
    CHECK_ARRAY(g, wanted_g, n);
    CHECK_ARRAY(h, wanted_h, n * n);
    CHECK(h[n * n], 42);
    CHECK(work[ENZ_HESSIAN_WORK(n)], 42);
    memset(h, 1, sizeof h);
    CHECK_THAT(hessian(x, n, g, h, NULL, &model, n) == 0);
    CHECK_ARRAY(h, wanted_h, n * n);
}

int main(void)
{
    const int sizes[] = {1, 2, 3, 4, 5, 8, LARGEST};
    for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        check_size(sizes[i]);
    return oracle_result();
}
