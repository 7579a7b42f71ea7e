/* <enzcc/derivatives.h>: products with the Jacobian and its transpose, and the Jacobian itself by
 * forward mode, by reverse mode, and by the one that is chosen, for shapes around the number of
 * directions. */
#include "oracle.h"
#include <enzcc/derivatives.h>
#include <math.h>
#include <string.h>

enum { LARGEST = 9 };

struct shape {
    int n, m;
};

/* y_i = sin(x_{i mod n}) * sum_k (i + k + 1) x_k^2; y_1 and so on only if there are so many. */
static void f(const double *x, double *y, const struct shape *shape)
{
    for (int i = 0; i < shape->m; i++) {
        double sum = 0;
        for (int k = 0; k < shape->n; k++)
            sum += (i + k + 1) * x[k] * x[k];
        y[i] = sin(x[i % shape->n]) * sum;
    }
}

ENZ_JVP(jvp, f, double, ENZ_CONST(const struct shape *));
ENZ_VJP(vjp, f, double, ENZ_CONST(const struct shape *));
ENZ_JACOBIAN(jacobian, f, double, ENZ_CONST(const struct shape *));
ENZ_JACOBIAN_FORWARD(by_columns, f, double, ENZ_CONST(const struct shape *));
ENZ_JACOBIAN_REVERSE(by_rows, f, double, ENZ_CONST(const struct shape *));
#undef ENZ_DIRECTIONS
#define ENZ_DIRECTIONS 3
ENZ_JACOBIAN_FORWARD(by_three_columns, f, double, ENZ_CONST(const struct shape *));
ENZ_JACOBIAN_REVERSE(by_three_rows, f, double, ENZ_CONST(const struct shape *));
#undef ENZ_DIRECTIONS
#define ENZ_DIRECTIONS 4

static void by_hand(const double *x, const struct shape *shape, double *j)
{
    for (int i = 0; i < shape->m; i++) {
        double sum = 0;
        for (int k = 0; k < shape->n; k++)
            sum += (i + k + 1) * x[k] * x[k];
        for (int k = 0; k < shape->n; k++)
            j[i * shape->n + k] = sin(x[i % shape->n]) * 2 * (i + k + 1) * x[k] +
                                  (k == i % shape->n ? cos(x[k]) * sum : 0);
    }
}

typedef int matrix(const double *, size_t, size_t, double *, double *, double *,
                   const struct shape *);

static void check_matrix(matrix *derivative, const double *x, const struct shape *shape,
                         const double *wanted)
{
    double y[LARGEST], wanted_y[LARGEST], j[LARGEST * LARGEST + 1];
    double work[ENZ_JACOBIAN_WORK(LARGEST, LARGEST) + 1];
    int n = shape->n, m = shape->m;
    f(x, wanted_y, shape);
    for (int own = 0; own < 2; own++) {
        memset(j, 1, sizeof j);
        memset(y, 1, sizeof y);
        j[m * n] = work[ENZ_JACOBIAN_WORK(m, n)] = 42;
        CHECK_THAT(derivative(x, n, m, y, j, own ? work : NULL, shape) == 0);
        CHECK_ARRAY(y, wanted_y, m);
        CHECK_ARRAY(j, wanted, m * n);
        CHECK(j[m * n], 42);
        CHECK(work[ENZ_JACOBIAN_WORK(m, n)], 42);
    }
}

static void check_shape(const struct shape *shape)
{
    int n = shape->n, m = shape->m;
    double x[LARGEST], v[LARGEST], w[LARGEST], y[LARGEST], wanted_y[LARGEST];
    double wanted[LARGEST * LARGEST], jv[LARGEST], jtw[LARGEST];
    oracle_random(x, n, n);
    oracle_random(v, n, 10 + n);
    oracle_random(w, m, 20 + m);
    by_hand(x, shape, wanted);
    f(x, wanted_y, shape);

    memset(jv, 1, sizeof jv);
    jvp(x, v, m, y, jv, shape);
    CHECK_ARRAY(y, wanted_y, m);
    for (int i = 0; i < m; i++)
        CHECK(jv[i], oracle_dot(wanted + i * n, v, n));

    double dot = oracle_dot(w, jv, m);
    memset(jtw, 1, sizeof jtw);
    memset(y, 0, sizeof y);
    vjp(x, n, y, w, jtw, shape);
    CHECK_ARRAY(y, wanted_y, m);
    CHECK(oracle_dot(v, jtw, n), dot);
    for (int i = 0; i < m; i++)
        CHECK(w[i], 0);

    check_matrix(jacobian, x, shape, wanted);
    check_matrix(by_columns, x, shape, wanted);
    check_matrix(by_rows, x, shape, wanted);
    check_matrix(by_three_columns, x, shape, wanted);
    check_matrix(by_three_rows, x, shape, wanted);
}

int main(void)
{
    const struct shape shapes[] = {{1, 1}, {1, 7}, {7, 1}, {3, 4}, {4, 4}, {5, 3}, {2, 9}, {9, 8}};
    for (unsigned i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
        check_shape(&shapes[i]);
    double x[1] = {1}, y[1], j[1];
    CHECK_THAT(jacobian(x, 0, 0, y, j, NULL, &shapes[0]) == 0);
    return oracle_result();
}
