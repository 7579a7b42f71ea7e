/* <enzcc/typed.h>: declared derivatives of functions of numbers, arrays and integers in both modes.
 */
#include "oracle.h"
#include <enzcc/typed.h>
#include <math.h>

static double model(double x, const double *w, int n, float scale)
{
    double r = 0;
    for (int i = 0; i < n; i++)
        r = r * x + w[i];
    return r * scale;
}
static void rotate(double *p, double angle, double *out)
{
    out[0] = cos(angle) * p[0] - sin(angle) * p[1];
    out[1] = sin(angle) * p[0] + cos(angle) * p[1];
    p[0] = 0;
}

ENZ_REVERSE(model_gradient, model, ENZ_ACTIVE(double), ENZ_ACTIVE(double), ENZ_DUP(const double *),
            ENZ_CONST(int), ENZ_ACTIVE(float));
ENZ_REVERSE(model_slope, model, ENZ_ACTIVE(double), ENZ_ACTIVE(double), ENZ_CONST(const double *),
            ENZ_CONST(int), ENZ_CONST(float));
ENZ_FORWARD(model_tangent, model, ENZ_DUP(double), ENZ_DUP(double), ENZ_DUP(const double *),
            ENZ_CONST(int), ENZ_CONST(float));
ENZ_FORWARD(model_plain, model, ENZ_CONST(double), ENZ_DUP(double), ENZ_CONST(const double *),
            ENZ_CONST(int), ENZ_CONST(float));
ENZ_REVERSE(rotate_adjoint, rotate, ENZ_VOID, ENZ_DUP(double *), ENZ_ACTIVE(double),
            ENZ_DUPNONEED(double *));
ENZ_FORWARD(rotate_tangent, rotate, ENZ_VOID, ENZ_DUP(double *), ENZ_DUP(double),
            ENZ_DUP(double *));
ENZ_REVERSE(rotate_memory, rotate, ENZ_VOID, ENZ_DUP(double *), ENZ_CONST(double),
            ENZ_DUP(double *));

int main(void)
{
    const double w[3] = {1, 2, 3};
    double dw[3] = {100, 0, 0}, dx = 7, t = 0;
    float ds = 0;
    CHECK(model_gradient(2, &dx, w, dw, 3, 2, &ds), 22);
    CHECK(dx, 12);
    CHECK_ARRAY(dw, ORACLE_LIST(108, 4, 2), 3);
    CHECK_FLOAT(ds, 11);
    CHECK(model_gradient(2, NULL, w, dw, 3, 2, NULL), 22);
    CHECK(dw[0], 116);
    CHECK(model_slope(2, &dx, w, 3, 1), 11);
    CHECK(dx, 6);
    const double direction[3] = {0, 1, 0};
    CHECK(model_tangent(2, 1, w, direction, 3, 1, &t), 11);
    CHECK(t, 8);
    CHECK(model_plain(2, 1, w, 3, 1), 11);

    double p[2] = {3, 4}, dp[2] = {5, 0}, out[2], dout[2] = {1, 10}, da;
    rotate_adjoint(p, dp, 0.3, &da, out, dout);
    CHECK(dp[0], cos(0.3) + 10 * sin(0.3));
    CHECK(dp[1], -sin(0.3) + 10 * cos(0.3));
    CHECK(da, -3 * sin(0.3) - 4 * cos(0.3) + 10 * (3 * cos(0.3) - 4 * sin(0.3)));
    CHECK(dout[0] + dout[1], 0);
    double q[2] = {3, 4}, dq[2] = {0, 1};
    rotate_tangent(q, dq, 0.3, 0, out, dout);
    CHECK(out[1], 3 * sin(0.3) + 4 * cos(0.3));
    CHECK(dout[0], -sin(0.3));
    double r[2] = {3, 4}, dr[2] = {0, 0}, one[2] = {1, 0};
    rotate_memory(r, dr, 0.3, out, one);
    CHECK(dr[1], -sin(0.3));
    return oracle_result();
}
