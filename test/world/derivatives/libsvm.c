/* LIBSVM: what models that it has trained predict, by the point where they do: kernels of each
 * kind, values of decisions, and probabilities. Closed forms are sums over the support vectors. */
#include <math.h>
#include <stdlib.h>
#include <svm.h>

#include "oracle.h"

enum { FEATURES = 3, POINTS = 24 };

static struct svm_model *trained; /* for the functions that predict */
static struct svm_node nodes[POINTS][FEATURES + 1];

static void quiet(const char *text)
{
    (void)text;
}

static void point(struct svm_node *to, const double *x, int n)
{
    for (int i = 0; i < n; i++) {
        to[i].index = i + 1;
        to[i].value = x[i];
    }
    to[n].index = -1;
}

static void train(int type, int kernel)
{
    static double y[POINTS];
    struct svm_node *rows[POINTS];
    double x[FEATURES * POINTS];
    oracle_random(x, FEATURES * POINTS, 5);
    for (int i = 0; i < POINTS; i++) {
        const double *at = x + i * FEATURES;
        point(nodes[i], at, FEATURES);
        rows[i] = nodes[i];
        y[i] = sin(2 * at[0]) + at[1] * at[2] - 0.3 * at[2];
        if (type == C_SVC)
            y[i] = y[i] > 0 ? 1 : -1;
    }
    struct svm_parameter parameter = {.svm_type = type,
                                      .kernel_type = kernel,
                                      .degree = 3,
                                      .gamma = 0.4,
                                      .coef0 = 0.5,
                                      .cache_size = 10,
                                      .eps = 1e-6,
                                      .C = 2,
                                      .p = 0.02,
                                      .shrinking = 1};
    struct svm_problem problem = {POINTS, y, rows};
    if (trained)
        svm_free_and_destroy_model(&trained);
    trained = svm_train(&problem, &parameter);
}

static double predicted(const double *x, int n)
{
    struct svm_node at[FEATURES + 1];
    point(at, x, n);
    return svm_predict(trained, at);
}
static double decision(const double *x, int n)
{
    struct svm_node at[FEATURES + 1];
    double value;
    point(at, x, n);
    svm_predict_values(trained, at, &value);
    return value;
}

/* The gradient of what is predicted with the radial kernel. */
static void radial(const double *x, double *gradient)
{
    for (int i = 0; i < FEATURES; i++)
        gradient[i] = 0;
    for (int s = 0; s < trained->l; s++) {
        const struct svm_node *vector = trained->SV[s];
        double square = 0;
        for (int i = 0; i < FEATURES; i++)
            square += (x[i] - vector[i].value) * (x[i] - vector[i].value);
        for (int i = 0; i < FEATURES; i++)
            gradient[i] -=
                trained->sv_coef[0][s] * exp(-0.4 * square) * 0.8 * (x[i] - vector[i].value);
    }
}

int main(void)
{
    double at[FEATURES] = {0.3, -0.2, 0.5}, want[FEATURES];
    svm_set_print_string_function(quiet);
    static const int kernels[] = {LINEAR, POLY, RBF, SIGMOID};
    for (int i = 0; i < 4; i++) {
        train(EPSILON_SVR, kernels[i]);
        ORACLE_GRADIENT(predicted, at, FEATURES);
        train(C_SVC, kernels[i]);
        ORACLE_GRADIENT(decision, at, FEATURES);
    }
    train(EPSILON_SVR, RBF);
    radial(at, want);
    ORACLE_GRADIENT_IS(predicted, at, FEATURES, want);
    svm_free_and_destroy_model(&trained);
    return oracle_result();
}
