/* <enzcc/typed.h>: declared derivatives are functions: they can be differentiated, stored and
 * passed on. */
#include "oracle.h"
#include <enzcc/typed.h>
#include <math.h>

static double f(double x, double y)
{
    return sin(x) * y * y;
}

ENZ_REVERSE(df, f, ENZ_ACTIVE(double), ENZ_ACTIVE(double), ENZ_ACTIVE(double));
static void gradient(double x, double y, double *g)
{
    df(x, &g[0], y, &g[1]);
}
ENZ_FORWARD(hessian_row, gradient, ENZ_VOID, ENZ_DUP(double), ENZ_DUP(double),
            ENZ_DUPNONEED(double *));
ENZ_FORWARD(df_tangent, df, ENZ_DUP(double), ENZ_DUP(double), ENZ_DUP(double *), ENZ_CONST(double),
            ENZ_CONST(double *));

static double integrate(double (*g)(double, double *, double, double *), double x)
{
    double dx, dy;
    return g(x, &dx, 2, &dy) + dx;
}

int main(void)
{
    double g[2], row[2], x = 0.4, y = 3;
    hessian_row(x, 1, y, 0, g, row);
    CHECK(row[0], -sin(x) * y * y);
    CHECK(row[1], 2 * y * cos(x));
    double d, dd, t;
    df_tangent(x, 1, &d, &dd, y, NULL, &t);
    CHECK(d, cos(x) * y * y);
    CHECK(dd, -sin(x) * y * y);
    CHECK(t, cos(x) * y * y);
    CHECK(integrate(df, x), 4 * sin(x) + 4 * cos(x));
    return oracle_result();
}
