#include <enzcc/derivatives.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { POINTS = 12, PARAMETERS = 3 };

struct data {
    double t[POINTS], y[POINTS];
};

/* y = a exp(-b t) + c */
static double curve(const double *p, double t)
{
    return p[0] * exp(-p[1] * t) + p[2];
}

static void residuals(const double *p, double *r, const struct data *data)
{
    for (int i = 0; i < POINTS; i++)
        r[i] = curve(p, data->t[i]) - data->y[i];
}

ENZ_JACOBIAN(jacobian, residuals, double, ENZ_CONST(const struct data *));

static double sum_of_squares(const double *r)
{
    double sum = 0;
    for (int i = 0; i < POINTS; i++)
        sum += r[i] * r[i];
    return sum;
}

/* Solves (J^T J + damping D) s = J^T r, where D is the diagonal of J^T J, by Gauss-Jordan
 * elimination: the matrix is positive definite. */
static void solve_normal(const double *j, const double *r, double damping, double *s)
{
    double a[PARAMETERS][PARAMETERS + 1] = {{0}};
    for (int i = 0; i < POINTS; i++)
        for (int k = 0; k < PARAMETERS; k++) {
            for (int l = 0; l < PARAMETERS; l++)
                a[k][l] += j[i * PARAMETERS + k] * j[i * PARAMETERS + l];
            a[k][PARAMETERS] += j[i * PARAMETERS + k] * r[i];
        }
    for (int k = 0; k < PARAMETERS; k++)
        a[k][k] *= 1 + damping;
    for (int k = 0; k < PARAMETERS; k++)
        for (int i = 0; i < PARAMETERS; i++) {
            double factor = a[i][k] / a[k][k];
            for (int l = k; l <= PARAMETERS && i != k; l++)
                a[i][l] -= factor * a[k][l];
        }
    for (int k = 0; k < PARAMETERS; k++)
        s[k] = a[k][PARAMETERS] / a[k][k];
}

/* The method of Levenberg and Marquardt: a step that makes things worse is tried again with more
 * damping, which makes it shorter and turns it towards the gradient. */
static void fit(double *p, const struct data *data)
{
    double r[POINTS], j[POINTS * PARAMETERS], s[PARAMETERS], damping = 0.01;
    for (int step = 0; step < 30; step++) {
        double to[PARAMETERS], r_to[POINTS];
        if (jacobian(p, PARAMETERS, POINTS, r, j, NULL, data) != 0)
            return;
        solve_normal(j, r, damping, s);
        for (int k = 0; k < PARAMETERS; k++)
            to[k] = p[k] - s[k];
        residuals(to, r_to, data);
        bool better = sum_of_squares(r_to) < sum_of_squares(r);
        damping *= better ? 0.1 : 10;
        if (better)
            memcpy(p, to, sizeof to);
    }
}

int main(void)
{
    const double truth[PARAMETERS] = {3, 0.7, 1};
    double p[PARAMETERS] = {1, 1, 0}, r[POINTS];
    struct data data;
    for (int i = 0; i < POINTS; i++) {
        data.t[i] = 0.5 * i;
        data.y[i] = curve(truth, data.t[i]) + 0.02 * sin(37.0 * i); /* noise */
    }
    residuals(p, r, &data);
    printf("sum of squares %.6f\n", sum_of_squares(r));
    fit(p, &data);
    residuals(p, r, &data);
    printf("sum of squares %.6f\n", sum_of_squares(r));
    printf("a = %.4f, b = %.4f, c = %.4f\n", p[0], p[1], p[2]);
}
